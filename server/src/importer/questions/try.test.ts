import { readdirSync, statSync } from 'node:fs'
import { test } from 'vitest'
import { readQuestionFile } from './read-file'

test('corpus', async () => {
  const root = '/work/shared/data/questions'
  const files = readdirSync(root, { recursive: true })
    .map(String)
    .filter((f) => statSync(`${root}/${f}`).isFile() && !/\.(jpg|png)$/.test(f))
    .sort()
  let [ok, no] = [0, 0]
  for (const f of files) {
    const fmt = /multianswer\/tests\/.*txt$/.test(f) ? ('cloze' as const) : undefined
    try {
      for await (const r of readQuestionFile(`${root}/${f}`, fmt)) {
        if (r.question) {
          ok++
          console.log(
            'OK',
            f,
            r.line,
            r.item,
            r.question.type,
            JSON.stringify(r.question).slice(0, 900),
            r.notes.join(' / '),
          )
        } else {
          no++
          console.log('NO', f, r.line, r.item, '=>', r.reason)
        }
      }
    } catch (e) {
      console.log('XX', f, (e as Error).stack?.slice(0, 300))
    }
  }
  console.log(ok, no)
})
