import { describe, expect, it } from 'vitest'
import { withAnchors, withoutUnused } from './anchors'

describe('identifiers by which links name headings', () => {
  const page = `# 排序

## 冒泡

## Quick sort

## Merge \`sort\` [见](a.md)

## Merge sort 见

\`\`\`bash
## 注释
\`\`\`

### 自己的 {#Own}

### 又一个 { #kept .cls }

## 稳定 性！
`
  const { ids, added, text } = withAnchors(page)

  it.each([
    ['MkDocs, numbered for Chinese headings', '_2', 'section-2'],
    ['MkDocs', 'quick-sort', 'quick-sort'],
    ['MkDocs, without marks and targets', 'merge-sort', 'merge-sort'],
    ['MkDocs, repeated', 'merge-sort_1', 'section-5'],
    ['GitHub', '冒泡', 'section-2'],
    ['GitHub, without punctuation', '稳定-性', 'section-8'],
    ['the author, in capital letters', 'Own', 'section-6'],
    ['the author', 'kept', 'kept'],
    ['MkDocs, after headings with identifiers of the author', '_3', 'section-8'],
    ['the title', '排序', null],
  ])('finds the identifier of %s: %s', (_, id, anchor) => expect(ids.get(id)).toBe(anchor))

  it('finds no heading in code', () => expect(ids.has('注释')).toBe(false))

  it('keeps anchors that a link uses and anchors written by the author', () => {
    const result = withoutUnused(text, added, new Set(['section-2']))
    expect(result).toContain('## 冒泡 {#section-2}')
    expect(result).toContain('## Quick sort\n')
    expect(result).toContain('### 又一个 { #kept .cls }')
    expect(result).toContain('```bash\n## 注释\n```')
  })
})
