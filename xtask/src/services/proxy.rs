//! A TCP proxy that can be cut, as the network between two machines can.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::{free_port, loopback};

/// How often it is looked whether there is a new connection, or the listener is wanted again.
const LOOK: Duration = Duration::from_millis(3);

/// The state of the way through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// Everything passes.
    Open,
    /// Connections are closed, and new ones refused.
    Cut,
    /// Connections stay open and new ones are accepted, but no byte reaches the server, the client, or
    /// either; what was sent passes when the link is open again.
    Silent {
        /// Whether the server receives nothing.
        toward_server: bool,
        /// Whether the client receives nothing.
        toward_client: bool,
    },
}

impl Link {
    fn is_open(self, way: Way) -> bool {
        match (self, way) {
            (Link::Open, _) => true,
            (Link::Cut, _) => false,
            (Link::Silent { toward_server, .. }, Way::TowardServer) => !toward_server,
            (Link::Silent { toward_client, .. }, Way::TowardClient) => !toward_client,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    TowardServer,
    TowardClient,
}

/// A proxy on a port of its own.
#[derive(Debug)]
pub(crate) struct Proxy {
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    /// The port of the server.
    server: u16,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    link: Link,
    is_over: bool,
    /// The number of the connection that was made last.
    last: u64,
    /// The open connections: their number, and both ends.
    connections: Vec<(u64, [TcpStream; 2])>,
}

impl State {
    fn close_all(&mut self) {
        for (_, ends) in self.connections.drain(..) {
            close(&ends);
        }
    }
}

impl Proxy {
    /// Listens on a free port for connections to a server on this machine.
    ///
    /// # Errors
    /// When it cannot listen.
    pub(crate) fn start(server: u16) -> anyhow::Result<Proxy> {
        let port = free_port()?;
        let shared = Arc::new(Shared {
            server,
            state: Mutex::new(State {
                link: Link::Open,
                is_over: false,
                last: 0,
                connections: Vec::new(),
            }),
            changed: Condvar::new(),
        });
        let listener = listen(port)?;
        let accepting = Arc::clone(&shared);
        thread::spawn(move || accept(port, listener, &accepting));
        Ok(Proxy { port, shared })
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Lets the way through be like this from now on.
    pub(crate) fn set(&self, link: Link) {
        let mut state = self.shared.lock();
        state.link = link;
        if link == Link::Cut {
            state.close_all();
        }
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_over = true;
        state.close_all();
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A thread that panicked has left the state whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until bytes may pass this way; returns `false` if the connection was closed meanwhile.
    fn wait_for(&self, number: u64, way: Way) -> bool {
        let mut state = self.lock();
        loop {
            if !state.connections.iter().any(|(open, _)| *open == number) {
                return false;
            }
            if state.link.is_open(way) {
                return true;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Closes a connection of which one end was closed.
    fn end(&self, number: u64) {
        let mut state = self.lock();
        let place = state
            .connections
            .iter()
            .position(|(open, _)| *open == number);
        if let Some(place) = place {
            close(&state.connections.swap_remove(place).1);
        }
        drop(state);
        self.changed.notify_all();
    }
}

fn close(ends: &[TcpStream; 2]) {
    for end in ends {
        // One that is closed already need not be.
        let _ = end.shutdown(Shutdown::Both);
    }
}

fn listen(port: u16) -> std::io::Result<TcpListener> {
    let listener = TcpListener::bind(loopback(port))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Accepts connections until the proxy is dropped; does not listen while the link is cut.
fn accept(port: u16, listener: TcpListener, shared: &Arc<Shared>) {
    let mut listener = Some(listener);
    loop {
        let (link, is_over) = {
            let state = shared.lock();
            (state.link, state.is_over)
        };
        if is_over {
            return;
        }
        if link == Link::Cut {
            listener = None;
        } else if listener.is_none() {
            listener = listen(port).ok();
        }
        match listener.as_ref().map(TcpListener::accept) {
            Some(Ok((client, _))) => {
                let shared = Arc::clone(shared);
                thread::spawn(move || connect(client, &shared));
            }
            Some(Err(error)) if error.kind() != ErrorKind::WouldBlock => {}
            _ => thread::sleep(LOOK),
        }
    }
}

/// Connects a client to the server.
fn connect(client: TcpStream, shared: &Arc<Shared>) {
    // A client whose server is not there is closed, as it would be refused.
    let Ok(server) = TcpStream::connect(loopback(shared.server)) else {
        return;
    };
    let set = |stream: &TcpStream| {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)
    };
    if set(&client).and_then(|()| set(&server)).is_err() {
        return;
    }
    let copies = || Ok::<_, std::io::Error>([client.try_clone()?, server.try_clone()?]);
    let Ok(ends) = copies() else { return };
    let Ok([client_end, server_end]) = copies() else {
        return;
    };
    let number = {
        let mut state = shared.lock();
        if state.is_over || state.link == Link::Cut {
            close(&ends);
            return;
        }
        state.last += 1;
        let number = state.last;
        state.connections.push((number, ends));
        number
    };
    let back = Arc::clone(shared);
    thread::spawn(move || pass(server_end, client_end, number, Way::TowardClient, &back));
    pass(client, server, number, Way::TowardServer, shared);
}

/// Passes bytes on until one end is closed.
fn pass(mut from: TcpStream, mut to: TcpStream, number: u64, way: Way, shared: &Shared) {
    let mut bytes = [0; 16 * 1024];
    loop {
        let count = from.read(&mut bytes).unwrap_or(0);
        // An end that is closed while the link is silent is not heard of either.
        if !shared.wait_for(number, way) {
            return;
        }
        if count == 0 || to.write_all(&bytes[..count]).is_err() {
            return shared.end(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};
    use std::thread;
    use std::time::Duration;

    use super::{Link, Proxy};
    use crate::services::loopback;

    /// A server that sends back what it is sent, and its port.
    fn echo() -> u16 {
        let listener = TcpListener::bind(loopback(0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                thread::spawn(move || {
                    let mut bytes = [0; 64];
                    while let Ok(count) = stream.read(&mut bytes) {
                        if count == 0 || stream.write_all(&bytes[..count]).is_err() {
                            return;
                        }
                    }
                });
            }
        });
        port
    }

    fn connect(proxy: &Proxy) -> TcpStream {
        let stream = TcpStream::connect(loopback(proxy.port())).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_millis(200)))
            .unwrap();
        stream
    }

    /// Whether a byte comes back.
    fn answers(stream: &mut TcpStream) -> bool {
        let mut byte = [0];
        stream.write_all(b"x").is_ok() && stream.read_exact(&mut byte).is_ok()
    }

    #[test]
    fn what_is_sent_passes_both_ways() {
        let proxy = Proxy::start(echo()).unwrap();
        let mut stream = connect(&proxy);
        assert!(answers(&mut stream));
        assert!(answers(&mut stream));
    }

    #[test]
    fn a_cut_link_closes_connections_and_refuses_new_ones_until_it_is_open() {
        let proxy = Proxy::start(echo()).unwrap();
        let mut stream = connect(&proxy);
        assert!(answers(&mut stream));
        proxy.set(Link::Cut);
        thread::sleep(Duration::from_millis(100));
        assert!(!answers(&mut stream));
        assert!(TcpStream::connect(loopback(proxy.port())).is_err());
        proxy.set(Link::Open);
        thread::sleep(Duration::from_millis(100));
        assert!(answers(&mut connect(&proxy)));
    }

    #[test]
    fn a_silent_link_holds_back_what_is_sent_in_one_direction() {
        let proxy = Proxy::start(echo()).unwrap();
        for (toward_server, toward_client) in [(true, false), (false, true), (true, true)] {
            let mut stream = connect(&proxy);
            assert!(answers(&mut stream));
            proxy.set(Link::Silent {
                toward_server,
                toward_client,
            });
            assert!(!answers(&mut stream));
            assert!(!answers(&mut connect(&proxy)), "a new one is not heard");
            proxy.set(Link::Open);
            let mut late = [0];
            stream.read_exact(&mut late).unwrap();
            assert!(answers(&mut stream));
        }
    }
}
