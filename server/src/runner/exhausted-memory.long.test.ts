import { expect, it } from 'vitest'
import { startTestRunner } from '../testing/runner'

it('JavaScript and TypeScript end with the reason `memory` when memory is exhausted', async () => {
  const sources = [
    'const all = []; while (true) all.push({ a: 1, b: [2] })',
    'async function fill() { const all = new Map(); for (let i = 0; ; i++) all.set("k" + i, { i }) }\nfill()',
    'globalThis.all = []\ntry { while (true) all.push({}) } catch {}\nsetTimeout(() => console.log(new Array(1e7).fill(1)), 1)',
    'new Uint8Array(2e8)',
  ]
  // On a busy machine the time limit of production could end a program before its memory is full.
  const patient = await startTestRunner({ changed: { runMs: 60_000 } })
  try {
    for (const source of sources) {
      const { reason, stderr } = await patient.runner.run({ language: 'javascript', source, stdin: '', setup: '' })
      expect([source, reason, stderr]).toEqual([source, 'memory', expect.stringMatching(/内存用完了|out of memory/)])
    }
  } finally {
    await patient.close()
  }
}, 120_000)
