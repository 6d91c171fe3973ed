import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { serverRoot } from '../base/paths'
import { long } from '../testing/measurements'
import { sharedTestRunner } from '../testing/runner'
import type { EmbeddedLanguage } from './program'

// Long, because a compile may wait for other tests on the same machine.
vi.setConfig({ testTimeout: 180_000 })

const folder = join(serverRoot, 'programs')
const languages: EmbeddedLanguage[] = ['python', 'c', 'cpp', 'javascript', 'typescript']

/** Six programs of each language for every test run; the long run uses all programs. */
const inEveryRun: Record<string, string[]> = {
  python: ['asyncio-queue', 'asyncio-tasks', 'decorators-closures', 'exceptions', 'files', 'generators'],
  c: ['files', 'generic-compound', 'setjmp-errors', 'signals', 'strings', 'structs-students'],
  cpp: ['exceptions-basic', 'exceptions-nested', 'exceptions-raii', 'exceptions-stoi', 'modern-cpp17', 'setjmp-signal'],
  javascript: ['arrays', 'classes', 'console-methods', 'events-util', 'fs-memory', 'module-return'],
  typescript: ['enums', 'generics', 'lru-cache', 'namespaces', 'parameter-properties', 'readline-typed'],
}

let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
})

function sourcesOf(language: string): string[] {
  const names = readdirSync(join(folder, language)).filter((name) => !/\.(in|out)$/.test(name))
  return long ? names : names.filter((name) => inEveryRun[language]!.includes(name.replace(/\.\w+$/, '')))
}

function readOptional(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

describe.each(languages)('%s programs', (language) => {
  it.each(sourcesOf(language))('%s prints the same as the native toolchain', async (name) => {
    const base = join(folder, language, name.replace(/\.\w+$/, ''))
    const source = readFileSync(join(folder, language, name), 'utf8')
    const stdin = readOptional(`${base}.in`)
    const result = await server.runner.run({ language, source, stdin, setup: '' })
    expect(result.stdout, result.stderr).toBe(readFileSync(`${base}.out`, 'utf8'))
    expect(result).toMatchObject({ exitCode: 0, reason: 'ok' })
  })
})

it('200 programs have an expected output of a native toolchain', () => {
  const count = languages
    .flatMap((language) => readdirSync(join(folder, language)))
    .filter((name) => name.endsWith('.out'))
  expect(count.length).toBe(200)
})
