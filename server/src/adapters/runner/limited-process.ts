import { spawn } from 'node:child_process'

interface Limits {
  stdin: string
  timeoutMs: number
  /** Maximum of stdout and stderr together. */
  outputBytes: number
  /** User and group of the process, if different from ours. */
  user?: { uid: number; gid: number }
}

interface Ended {
  end: 'exit' | 'timeout' | 'output-cut'
  exitCode: number | null
  stdout: string
  stderr: string
  timeMs: number
}

/** Runs a command; kills it on time-out or too much output. Rejects if it cannot start. */
export function runLimited(command: string, args: string[], limits: Limits): Promise<Ended> {
  const { stdin, timeoutMs, outputBytes, user } = limits
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(command, args, { env: {}, stdio: 'pipe', ...user })
    let end: Ended['end'] = 'exit'
    let room = outputBytes
    const printed = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
    const stop = (why: Ended['end']) => {
      if (end !== 'exit') return
      end = why
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => stop('timeout'), timeoutMs)
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (data: Buffer) => {
        printed[stream].push(data.subarray(0, room))
        room -= Math.min(room, data.length)
        if (room === 0) stop('output-cut')
      })
    }
    // Ignored, because a program may end without reading its input.
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({
        end,
        exitCode: code ?? (signal ? 128 : null),
        stdout: text(printed.stdout),
        stderr: text(printed.stderr),
        timeMs: performance.now() - started,
      })
    })
  })
}

function text(parts: Buffer[]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(parts), { stream: true })
}
