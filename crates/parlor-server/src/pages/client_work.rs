//! Work for clients on the threads of the bots, after every move that somebody waits for.
//!
//! How much waits there is limited for each client, so that one who asks for a lot neither fills the
//! memory nor keeps others from theirs.

use std::sync::Arc;

use axum::http::StatusCode;
use parking_lot::Mutex;

use super::{PageError, error, sentences};
use crate::app::App;
use parlor_service::client_net::{ClientNet, Prefix};
use parlor_service::counts::Counts;

/// The most that waits for all clients together.
const MOST_WAITING: usize = 64;

/// What is done for each client.
#[derive(Clone, Debug, Default)]
pub(super) struct ClientWork(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    waiting: usize,
    waiting_of: Counts<Prefix>,
}

/// The right to let one thing be done, until it is.
#[derive(Debug)]
pub(super) struct Place {
    work: ClientWork,
    client: ClientNet,
}

impl ClientWork {
    /// A place for this client's work.
    ///
    /// # Errors
    /// If too much waits already, for this client or for all.
    pub(super) fn place(&self, app: &App, client: ClientNet) -> Result<Place, PageError> {
        let mut state = self.0.lock();
        let most = app.site.limits.most_records_of_a_client;
        if state.waiting_of.are_full(client, most) {
            return Err(error(StatusCode::TOO_MANY_REQUESTS)
                .saying(sentences::TOO_MUCH_AT_ONCE)
                .for_now());
        }
        if state.waiting >= MOST_WAITING {
            return Err(error(StatusCode::SERVICE_UNAVAILABLE)
                .saying(sentences::ALL_COMPUTE)
                .for_now());
        }
        state.waiting += 1;
        state.waiting_of.add(client.prefixes());
        drop(state);
        Ok(Place {
            work: self.clone(),
            client,
        })
    }
}

impl Place {
    /// Does this in its turn, and frees the place, whether or not somebody still waits for it.
    ///
    /// # Errors
    /// If it panics.
    pub(super) async fn run<T: Send + 'static>(
        self,
        app: &App,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PageError> {
        let client = self.client;
        let work = move || {
            let done = work();
            drop(self);
            done
        };
        let done = app.service.compute(client, work).await;
        done.ok_or_else(|| error(StatusCode::INTERNAL_SERVER_ERROR))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.work.0.lock();
        state.waiting -= 1;
        state.waiting_of.remove(self.client.prefixes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{ClientLimits, Site};
    use parlor_service::testing::Bench;

    fn client(host: u8) -> ClientNet {
        ClientNet::of(Some([192, 0, 2, host].into()))
    }

    #[tokio::test]
    async fn one_client_has_few_places_and_gets_them_back() {
        let limits = ClientLimits {
            most_records_of_a_client: 2,
            ..ClientLimits::default()
        };
        let app = App {
            service: Bench::default().service,
            site: Site {
                limits,
                ..Site::default()
            },
        };
        let work = ClientWork::default();
        let [one, other] = [(); 2].map(|()| work.place(&app, client(1)).expect("a place"));
        let refused = work.place(&app, client(1)).expect_err("two are all");
        assert_eq!(
            refused,
            error(StatusCode::TOO_MANY_REQUESTS)
                .saying(sentences::TOO_MUCH_AT_ONCE)
                .for_now()
        );
        work.place(&app, client(2)).expect("it is another client's");
        assert_eq!(one.run(&app, || 17).await, Ok(17));
        work.place(&app, client(1)).expect("one is done");
        let failed = other.run::<()>(&app, || panic!("a test panics")).await;
        assert_eq!(failed, Err(error(StatusCode::INTERNAL_SERVER_ERROR)));
        assert_eq!(work.0.lock().waiting, 0, "a panic frees its place");
    }

    #[test]
    fn all_clients_together_have_some_places() {
        let limits = ClientLimits {
            most_records_of_a_client: usize::MAX,
            ..ClientLimits::default()
        };
        let app = App {
            service: Bench::default().service,
            site: Site {
                limits,
                ..Site::default()
            },
        };
        let work = ClientWork::default();
        let places: Vec<Place> = (0..MOST_WAITING)
            .map(|_| work.place(&app, client(1)).expect("a place"))
            .collect();
        assert!(work.place(&app, client(2)).is_err());
        drop(places);
        work.place(&app, client(2)).expect("all are free");
    }
}
