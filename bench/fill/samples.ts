import { fold, nameMark, searchWords } from '../../server/src/db/search-terms.ts'

/** Names and texts of resources. Rows reuse them in turn, so that generating 1,000,000 rows is fast. */
export type Sample = {
  number: number
  name: string
  name_key: string
  alt_text: string
  description: string | null
  /** Tag numbers, from 0. */
  tags: number[]
  /** Normalized as by `createAsset` and `createTemplate`. */
  words: string[]
}

export type Samples = {
  samples: Sample[]
  tagNames: string[]
  /** The search terms that the benchmarks use. */
  asked: { word: string; scarceWord: string; prefix: string; tag: number }
}

const vocabularySize = 4_000
const tagCount = 60
/** Number of samples. It is prime, so that rows selected at a regular interval do not share a few samples. */
export const sampleCount = 19_997
/** Share of rows that contain a word. Even 1,000 rows must fill a page of 20 and have a next page. */
const wordShare = 0.03
const scarceWordShare = 0.002
const tagShare = 0.05

/** A fixed seed, so that every run measures the same library. */
export function makeSamples(): Samples {
  const random = generator(20_261_120)
  const vocabulary = makeVocabulary(random)
  const sentence = (length: number) =>
    Array.from({ length }, () => vocabulary[zipf(random, vocabularySize)]!).join(' ')
  const tagNames = Array.from({ length: tagCount }, (_, tag) => capitalized(vocabulary[100 + tag * 30]!))
  const samples = Array.from({ length: sampleCount }, (_, number): Sample => {
    const numbered = random() < 0.25 ? ` ${Math.floor(random() * 10_000)}` : ''
    const name = capitalized(sentence(3)) + numbered
    const alt_text = capitalized(sentence(5))
    const description = random() < 0.5 ? `${capitalized(sentence(8))}.` : null
    const tags = drawTags(random)
    const words = searchWords(name, alt_text, description)
    return { number, name, name_key: fold(name), alt_text, description, tags, words }
  })
  const counts = countBy(samples, ({ words }) => words.map((word) => word.replace(nameMark, '')))
  const word = nearest(counts, wordShare * sampleCount)
  const scarceWord = nearest(counts, scarceWordShare * sampleCount)
  const tag = nearest(
    countBy(samples, (sample) => sample.tags),
    tagShare * sampleCount,
  )
  return { samples, tagNames, asked: { word, scarceWord, prefix: commonPrefix(vocabulary), tag } }
}

/** Generates random numbers with mulberry32, which produces the same results everywhere. */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = ReturnType<typeof generator>

/** Generates pronounceable words. 5 % of them have an accent. */
function makeVocabulary(random: Random): string[] {
  const one = (letters: string) => letters[Math.floor(random() * letters.length)]!
  const syllable = () => one('bcdfghklmnprstvw') + one('aeiou') + (random() < 0.4 ? one('lmnrst') : '')
  const words = new Map<string, string>()
  while (words.size < vocabularySize) {
    const plain = Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join('')
    const word = random() < 0.05 ? plain.replace(/e/, 'é') : plain
    words.set(fold(word), word)
  }
  return [...words.values()]
}

/** A rank from 0. Rank k is drawn 1/k as often as the first (Zipf's law), like words in natural texts. */
const zipf = (random: Random, size: number) => Math.floor(Math.exp(random() * Math.log(size + 1))) - 1

/** Two or three distinct tags. */
function drawTags(random: Random): number[] {
  const wanted = random() < 0.5 ? 2 : 3
  const tags = new Set<number>()
  while (tags.size < wanted) tags.add(zipf(random, tagCount))
  return [...tags]
}

const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1)

function countBy<Key>(samples: Sample[], keys: (sample: Sample) => Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of samples.flatMap(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Returns the most frequent prefix of three letters, the most expensive realistic search. */
function commonPrefix(vocabulary: string[]): string {
  const counts = Map.groupBy(vocabulary, (word) => fold(word).slice(0, 3))
  return [...counts].reduce((best, next) => (next[1].length > best[1].length ? next : best))[0]
}

function nearest<Key>(counts: Map<Key, number>, wanted: number): Key {
  const distance = ([, count]: [Key, number]) => Math.abs(count - wanted)
  return [...counts].reduce((best, next) => (distance(next) < distance(best) ? next : best))[0]
}
