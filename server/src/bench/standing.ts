import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** How far a process stands back by the word of Linux: the nice values of its threads, and of its session. */
export function standing(pid: number): string {
  if (process.platform !== 'linux') return 'standing is unknown on this system'
  const values = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    // The 17th after the name, which may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]
  })
  const file = `/proc/${pid}/autogroup`
  const session = existsSync(file) && / nice .+/.exec(readFileSync(file, 'utf8'))
  return `threads nice ${[...new Set(values)].join(' and ')}${session ? `, session${session[0]}` : ''}`
}
