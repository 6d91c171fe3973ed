import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** Databases and uploads of all runs of `npm test` take 2 GB at most; a small machine keeps its memory. */
const neededBytes = 6e9

/**
 * Folder for the databases of tests: in memory if there is room. Each database has over a thousand files, which take
 * ten times as long to create on a disk.
 */
export function fastFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > neededBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** All folders that `fastFolder` may return. */
export const testFolders = [tmpdir(), inMemory]
