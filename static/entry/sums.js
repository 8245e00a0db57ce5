// Running sums, computed in the browser like on the server.

/** A sum over cards, as declared by CardSum in webapp/games/counting.py: worth, other, alone, modulo, threes, apart. */
export function cardSum({ worth = {}, other = 0, alone = {}, modulo = 0, threes = false, apart = [] }, codes) {
  if (codes.length === 1 && codes[0] in alone) return alone[codes[0]];
  let sum = codes.reduce((total, code) => total + (worth[code] ?? other), 0);
  if (threes) {
    const counted = codes.filter((code) => !apart.includes(code)).length;
    sum -= 2 * Math.floor(counted / 3) + (counted % 3 === 2 ? 1 : 0);
  }
  return modulo ? ((sum % modulo) + modulo) % modulo : sum; // `%` of a negative sum is negative in JavaScript
}
