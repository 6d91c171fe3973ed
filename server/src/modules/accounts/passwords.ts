import { hash, verify } from '@node-rs/argon2'

/** Argon2id at 19 MiB, two passes, one lane: about 35 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Few at a time: a storm of logins waits here instead of taking the cores from everybody who reads. */
const maxRunning = 1
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) await new Promise<void>((start) => waiting.push(start))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The slot is handed on without being given back, so that nobody slips in between.
    if (next) next()
    else running--
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

let nobody: Promise<string> | undefined

/** Takes equally long whether there is a hash to compare with or not, so that time does not tell who has an account. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const against = stored ?? (await nobody)
  const matches = await inTurn(() => verify(against, password))
  return matches && stored != null
}
