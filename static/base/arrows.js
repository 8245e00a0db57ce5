// Arrow keys between elements laid out side by side: they lead to the visually nearest one in the key's direction.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SAME_LINE = 4; // pixels by which an element must lie further on

function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** Return the one of `others` that an arrow key leads to from `here`; null for other keys and at the edge. */
export function towards(key, here, others) {
  const way = WAYS[key];
  if (!way) return null;
  const [x, y] = middle(here);
  let nearest = null;
  for (const other of others) {
    const [toX, toY] = middle(other);
    const along = (toX - x) * way[0] + (toY - y) * way[1];
    const aside = Math.abs((toX - x) * way[1]) + Math.abs((toY - y) * way[0]);
    const far = along + 3 * aside;
    if (other !== here && along > SAME_LINE && (!nearest || far < nearest.far)) nearest = { other, far };
  }
  return nearest?.other ?? null;
}
