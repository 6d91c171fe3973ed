import { readStored, writeStored } from './local-storage'

const key = 'dxx-device-secret'
const secret = /^[\w-]{43}$/

/** Secret to use if it cannot be stored. */
let memory: string | undefined

/** Secret of this browser or app, by which the server recognises the user's device; created on first use. */
export function deviceSecret(): string {
  const stored = readStored(key)
  if (stored && secret.test(stored)) return stored
  memory ??= newSecret()
  writeStored(key, memory)
  return memory
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}
