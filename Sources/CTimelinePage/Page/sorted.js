// Search in sorted lists.

/** The index of the last of `count` places that a test holds for, when it holds for all before it; -1 where there is none. */
export function lastIndexWhere(count, test) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The index of the last number of a sorted list that is at most `limit`; -1 where there is none. */
export function lastAtMost(sorted, limit, count = sorted.length) { return lastIndexWhere(count, (index) => sorted[index] <= limit); }
