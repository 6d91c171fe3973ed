import { describe, expect, it } from 'vitest'
import { htmlOf, indexText, offsetOfDomPoint, paragraphAt, rangeOf, selectedText } from './text-index'

function indexOf(html: string) {
  const root = document.createElement('div')
  root.innerHTML = html
  document.body.replaceChildren(root)
  return indexText(root)
}

const formula =
  '<span class="katex"><span class="katex-mathml"><math><semantics><mi>n</mi><annotation>O(n)</annotation></semantics></math></span><span class="katex-html">O(n)</span></span>'

describe('text of a chapter', () => {
  it.each([
    ['spaces are collapsed', '<p data-p="a">  一\n 行 <b> 粗 </b> 字 </p>', '一 行 粗 字'],
    ['each paragraph is one line', '<p data-p="a">甲</p>\n<p data-p="b">乙</p>', '甲\n乙'],
    ['empty paragraphs add no line', '<p data-p="a">甲</p><p data-p="x"> </p><p data-p="b">乙</p>', '甲\n乙'],
    ['a formula is its source', `<p data-p="a">用时 ${formula}。</p>`, '用时 $O(n)$。'],
    ['footnote numbers are left out', '<p data-p="a">文<sup><a data-footnote="1">1</a></sup>字</p>', '文字'],
    ['ruby text is left out', '<p data-p="a"><ruby>栈<rp>(</rp><rt>zhàn</rt><rp>)</rp></ruby></p>', '栈'],
    [
      'a picture is its alternative text',
      '<figure data-p="a"><img alt="盘子"><figcaption>图 1</figcaption></figure>',
      '盘子 图 1',
    ],
    ['code keeps its line breaks', '<pre data-p="a"><code>a = 1\n  b\n</code></pre>', 'a = 1\n  b'],
    ['a space separates table cells', '<table data-p="a"><tr><th>左</th><td>右</td></tr></table>', '左 右'],
    ['a list item excludes nested blocks', '<ul><li data-p="a">甲<p data-p="b">乙</p>丙</li></ul>', '甲丙\n乙'],
    ['mounted content is left out', '<p data-p="a">甲<span data-mount>运行</span></p>', '甲'],
  ])('in the text of a chapter, %s', (_, html, text) => expect(indexOf(html).text).toBe(text))

  it('maps every character range to a DOM range and back', () => {
    const index = indexOf(
      `<h2 data-p="h">标题</h2><p data-p="a">一 <em>二\n  三</em> ${formula} 四</p><ul><li data-p="l">五</li></ul>`,
    )
    for (let start = 0; start < index.text.length; start++) {
      for (let end = start + 1; end <= index.text.length; end++) {
        if (/\s/.test(index.text[start]!) || /\s/.test(index.text[end - 1]!)) continue
        const range = rangeOf(index, start, end)!
        const back = selectedText(index, range)!
        // The range may grow, because a formula is indivisible.
        expect(back.start).toBeLessThanOrEqual(start)
        expect(back.end).toBeGreaterThanOrEqual(end)
        expect(back).toEqual(selectedText(index, rangeOf(index, back.start, back.end)!))
        if (!index.text.slice(start, end).includes('O')) continue
        expect(index.text.slice(back.start, back.end)).toContain('$O(n)$')
      }
    }
  })

  it('maps a point between two elements to the following text or, for an end, to the preceding text', () => {
    const index = indexOf('<p data-p="a">甲</p><p data-p="b">乙</p>')
    expect(offsetOfDomPoint(index, index.root, 1)).toBe(2)
    expect(offsetOfDomPoint(index, index.root, 1, true)).toBe(1)
    expect(offsetOfDomPoint(index, index.root, 2)).toBe(3)
  })

  it('paragraphAt returns the paragraph of a character and skips empty paragraphs', () => {
    const index = indexOf('<p data-p="a">甲甲</p><p data-p="x"></p><p data-p="b">乙</p>')
    expect([0, 1, 3, 99].map((offset) => paragraphAt(index, offset)?.pid)).toEqual(['a', 'a', 'b', 'b'])
  })
})

it('htmlOf returns the HTML of a range with drawn formulas, and without elements mounted into the text', () => {
  const index = indexOf(`<p data-p="a">用时 ${formula}。<span data-mount>3</span>完</p>`)
  const html = htmlOf(index, 0, index.text.length)
  expect(html).toContain('class="katex-html"')
  expect(html).not.toContain('data-mount')
  expect(html).toContain('完')
})
