// How long things took, as a histogram whose buckets grow by two in a hundred: few rows however many are counted,
// and any quantile within 2 % of the true one (or a second, for what takes less than a minute).
import { HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'

const GROWTH = 1.02

export interface Bucket {
  readonly bucket: number
  readonly count: number
}

/** 0 is what took no time at all; a year and a month is bucket 669. */
export const getBucket = (ms: number): number =>
  Math.floor(Math.log1p(Math.max(0, ms) / MINUTE_MS) / Math.log(GROWTH))

/** A place within a bucket, from 0 to 1, as the span that it stands for. */
const spanAt = (bucket: number, index: number): number => (GROWTH ** (bucket + index) - 1) * MINUTE_MS

/** The span of rank `rank`, counted from 0; those of one bucket are taken to lie evenly in it. */
const spanOfRank = (buckets: readonly Bucket[], rank: number): number => {
  let before = 0
  for (const { bucket, count } of buckets) {
    if (rank < before + count) return spanAt(bucket, (rank - before + 0.5) / count)
    before += count
  }
  return 0
}

/** Of buckets in their order; null where nothing was counted. An even number has two in the middle. */
export const medianHours = (buckets: readonly Bucket[]): number | null => {
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const [lower, upper] = [Math.floor((total - 1) / 2), Math.floor(total / 2)]
  return (spanOfRank(buckets, lower) + spanOfRank(buckets, upper)) / 2 / HOUR_MS
}
