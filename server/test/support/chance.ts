/**
 * How often a random duration of one kind exceeds a duration of the other kind. 0.5 if there is no
 * difference. Only the order counts, so a few slow calls on a busy machine change nothing. With 2,500 samples
 * each, the standard error is 0.008. An unknown ID with one additional lookup gave 0.71.
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
