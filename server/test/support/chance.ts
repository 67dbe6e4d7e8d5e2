/**
 * How often a random time of one kind is longer than one of the other: 0.5 when nothing tells them apart. It
 * looks at order alone, so that a few slow calls on a busy machine change nothing. With 2,500 samples of each its
 * standard error is 0.008; an unknown id that was looked up and not found came to 0.71.
 */
export function chanceOfLonger(times: number[], others: number[]) {
  const ranked = [
    ...times.map((time) => ({ time, one: true })),
    ...others.map((time) => ({ time, one: false })),
  ]
  ranked.sort((a, b) => a.time - b.time)
  const rankSum = ranked.reduce((sum, { one }, index) => sum + (one ? index + 1 : 0), 0)
  return (rankSum - (times.length * (times.length + 1)) / 2) / (times.length * others.length)
}
