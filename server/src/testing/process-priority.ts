import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Returns the nice values of a Linux process: of its threads, and of its session's autogroup. */
export function niceValues(pid: number): string {
  if (process.platform !== 'linux') return 'standing is unknown on this system'
  const values = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    // The nice value is the 17th field after the name, which is in brackets and may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]
  })
  const file = `/proc/${pid}/autogroup`
  const session = existsSync(file) && / nice .+/.exec(readFileSync(file, 'utf8'))
  return `threads nice ${[...new Set(values)].join(' and ')}${session ? `, session${session[0]}` : ''}`
}
