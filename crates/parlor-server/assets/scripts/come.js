/**
 * Shows the way to a game that began in another window, and has it read out.
 *
 * @param {{ address: string, says: string }} game
 */
export function show({ address, says }) {
  // What waits becomes the game by itself.
  const isThere = location.pathname.startsWith(address) || document.getElementById('waited');
  if (isThere || document.querySelector('.come')) return;
  const line = document.createElement('p');
  line.className = 'come';
  line.role = 'status';
  document.body.append(line);
  const link = document.createElement('a');
  link.className = 'button';
  link.href = address;
  link.textContent = says;
  // Later than the place for it, so that it is read out.
  setTimeout(() => line.append(link), 100);
}
