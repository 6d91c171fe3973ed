import { stripTypes } from '../engines/javascript'
import type { Attack } from './attack'
import { cAttacks } from './c'
import { cppAttacks } from './cpp'
import { javascriptAttacks } from './javascript'
import { pythonAttacks } from './python'
import { sqlAttacks } from './sql'

const javascript = javascriptAttacks.map((each) => {
  const plain = stripTypes(each.source)
  if (!('code' in plain)) throw new Error(`${each.title} does not parse`)
  return { ...each, source: plain.code }
})

export const attackSuites: Record<string, Attack[]> = {
  python: pythonAttacks,
  javascript,
  typescript: javascriptAttacks,
  c: cAttacks,
  cpp: cppAttacks,
  sql: sqlAttacks,
}
