import { expect, it } from 'vitest'
import { docx, math, mr, p, run } from './docx.fixture'
import { readContent } from './read-file.fixture'

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const code = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`

it('reads moved text and links in fields, as Word writes them', async () => {
  const link = [mark('begin'), code('HYPERLINK "https://example.com/a"'), mark('separate'), run('这里'), mark('end')]
  const page = [mark('begin'), code('PAGE'), mark('separate'), run('3'), mark('end')]
  const simple = `<w:fldSimple w:instr=' HYPERLINK "https://example.com/b" '>${run('那里')}</w:fldSimple>`
  const [reading] = await readContent(
    'a.docx',
    docx([
      p(`<w:moveTo>${run('1. 见')}</w:moveTo>`, ...link, '和', simple, '，第', ...page, '页'),
      p(`<w:moveFrom>${run('1. 见')}</w:moveFrom>`, '答案：对'),
    ]),
  )
  expect(reading).toMatchObject({
    question: { stem: '见[这里](https://example.com/a)和[那里](https://example.com/b)，第3页' },
    unnamed: [],
    balance: { source: { links: 2 }, result: { links: 2 } },
  })
})

it('separates options that a formula ends', async () => {
  const half = math('<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>')
  const [reading] = await readContent(
    'a.docx',
    docx([p('1. 选'), p('A．', half, 'B．2　C．', math(mr('x')), 'D．4'), p('答案：A')]),
  )
  expect(reading).toMatchObject({
    question: { options: [{ text: '$\\frac{1}{2}$', right: true }, { text: '2' }, { text: '$x$' }, { text: '4' }] },
    unnamed: [],
  })
})
