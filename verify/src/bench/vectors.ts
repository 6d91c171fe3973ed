import { VectorIndex } from '../../../server/src/modules/ai/vector-index'

const sizes = [2000, 20_000, 50_000, 100_000, 200_000]
const dimensions = 512
const searches = 15

/** Repeatable numbers; their distribution does not matter for the time of an exact search. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 1_073_741_824 - 1
  }
}

function randomVector(next: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, next)
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** Measures the exact search over vectors of sections, beside one pass over the same memory as a reference. */
export async function vectorsBench(): Promise<string[]> {
  const next = numbers(1)
  const index = new VectorIndex(dimensions)
  const lines: string[] = []
  for (const size of sizes) {
    while (index.size < size) index.add(1 + Math.floor(index.size / 10), `p${index.size}`, randomVector(next))
    const times: number[] = []
    const blocks: number[] = []
    for (let i = 0; i < searches; i++) {
      const queryVector = randomVector(next)
      const { whole, longest } = await searchBesideOthers(() => index.search(queryVector, 60))
      times.push(whole)
      blocks.push(longest)
    }
    times.sort((a, b) => a - b)
    blocks.sort((a, b) => a - b)
    const reference = passOver(new Float32Array(size * dimensions))
    const [best, middle, worst] = [times[0]!, times[Math.floor(searches / 2)]!, times.at(-1)!]
    lines.push(
      `${size} sections of ${dimensions} numbers, ${Math.round(index.bytes / 1e6)} MB: CPU time best ${best.toFixed(1)} ms, p50 ${middle.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; longest block of the request thread p50 ${blocks[Math.floor(searches / 2)]!.toFixed(1)} ms, worst ${blocks.at(-1)!.toFixed(1)} ms; p50 is ${(middle / reference).toFixed(1)} times a sum over the same memory`,
    )
  }
  return lines
}

/**
 * Runs a search while another task waits for each turn of the event loop. Returns the CPU time of the whole search and
 * the longest CPU time between two turns of the other task, which is how long a request would wait.
 */
async function searchBesideOthers(search: () => Promise<unknown>): Promise<{ whole: number; longest: number }> {
  let longest = 0
  let isOver = false
  let before = process.cpuUsage()
  const turn = () => {
    longest = Math.max(longest, milliseconds(process.cpuUsage(before)))
    before = process.cpuUsage()
    if (!isOver) setImmediate(turn)
  }
  const start = process.cpuUsage()
  setImmediate(turn)
  await search()
  isOver = true
  longest = Math.max(longest, milliseconds(process.cpuUsage(before)))
  return { whole: milliseconds(process.cpuUsage(start)), longest }
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

/** Measures CPU time, because elapsed time is unreliable on a busy machine. */
function cpuMilliseconds(run: () => void): number {
  const before = process.cpuUsage()
  run()
  return milliseconds(process.cpuUsage(before))
}

/** Milliseconds of the fastest of three sums over an array. */
function passOver(values: Float32Array): number {
  const times = [1, 2, 3].map(() =>
    cpuMilliseconds(() => {
      let sum = 0
      for (let i = 0; i < values.length; i++) sum += values[i]!
      if (sum !== 0) throw new Error('the array is not empty')
    }),
  )
  return Math.min(...times)
}
