import { expect, it } from 'vitest'
import { convertPage } from './material'
import { ConversionReport } from './report'

function converted(text: string) {
  const report = new ConversionReport()
  const { body } = convertPage(text, {
    file: 'a.md',
    include: () => null,
    image: (src) => (src === 'b c.png' ? 'figures/b.png' : null),
    link: (href) => (href.startsWith('more') ? 'chapter:more' : null),
    report,
  })
  return { body, report }
}

it.each([
  ['several definitions of a term', '术语\n:   一\n\n:   二', '**术语**\n\n一\n\n二'],
  ['cards with icons in lists', '-   :material-home:{ .lg } __甲__\n\n    乙', '-   __甲__\n\n    乙'],
  ['icons in the names of tabs', '=== ":material-home: 甲"\n\n    乙', '::: tabs\n== 甲\n\n乙\n\n:::'],
  ['icons in links', '[:octicons-arrow-right-24: 开始](more.md)', '[开始](chapter:more)'],
  ['replacements', '{~~旧~>新~~}的', '新的'],
  ['addresses with spaces', '![图](<b c.png>)', '![图](figures/b.png)'],
  ['titles in single quotes', "[见](more.md '题')", '[见](chapter:more)'],
  [
    'ruby and lowered text',
    '<ruby>漢<rp>(</rp><rt>かん</rt></ruby>，a<sub>下标</sub>',
    '漢（かん），a$_{\\text{下标}}$',
  ],
  ['a blank line after a heading with attributes', '## 甲 {#a .b}\n\n乙', '## 甲 {#a}\n\n乙'],
])('converts %s', (_, text, expected) => expect(converted(text).body).toBe(expected))
