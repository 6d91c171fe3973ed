import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { contentFolder, site, smallTextbook, textbook } from './import.fixture'

let folder: Awaited<ReturnType<typeof contentFolder>>
afterEach(() => folder?.remove())

const one = '# 一\n\n正文。'
const check = async (files: Parameters<typeof contentFolder>[0]) => {
  folder = await contentFolder(files)
  return folder.check()
}

describe('invalid manifests', () => {
  it.each([
    ['no title', textbook.replace('title: 小教材\n', ''), ['textbook.yaml:1 错误 title：不能缺少']],
    ['a price with three decimals', textbook.replace('39.5', '39.555'), ['textbook.yaml:4 错误 价格最多两位小数']],
    [
      'a date in another notation',
      textbook.replace('2026-09-01', '9 月 1 日'),
      ['textbook.yaml:5 错误 日期要写成 2026-09-01 的样子'],
    ],
    ['a nonexistent date', textbook.replace('2026-09-01', '2026-02-30'), ['textbook.yaml:5 错误 没有这一天']],
    ['an empty summary', textbook.replace('price', 'summary: ""\nprice'), ['textbook.yaml:4 错误 不能为空']],
    [
      'a discount above 100',
      textbook.replace('price', 'discount: 120\nprice'),
      ['textbook.yaml:4 错误 discount：不能大于 100'],
    ],
    [
      'an unknown subject',
      textbook.replace('computing', 'cooking'),
      [expect.stringContaining('textbook.yaml:3 错误 没有学科 cooking')],
    ],
    ['an unknown field', `${textbook}discont: 60\n`, ['textbook.yaml:12 提醒 不认识的字段 discont，已忽略']],
    ['tabs instead of spaces', 'title:\t小\n\tx: 1', [expect.stringMatching(/textbook\.yaml:\d+ 错误 YAML 写法有误/)]],
    ['a missing file', textbook.replace('two.md', 'three.md'), ['textbook.yaml:11 错误 找不到文件 chapters/three.md']],
    ['a duplicate slug', textbook.replace('slug: two', 'slug: one'), ['textbook.yaml:11 错误 章节 slug one 用了两次']],
    [
      'an invalid slug',
      textbook.replace('slug: two', 'slug: Two_2'),
      ['textbook.yaml:11 错误 slug 只能用小写字母、数字和连字符'],
    ],
    [
      'a path out of the folder',
      textbook.replace('chapters/two.md', '../../../manifest.yaml'),
      [expect.stringContaining('找不到文件')],
    ],
    [
      'an absolute path',
      textbook.replace('chapters/two.md', '/etc/passwd'),
      ['textbook.yaml:11 错误 找不到文件 /etc/passwd'],
    ],
    ['no chapters', textbook.replace(/chapters:[\s\S]*/, 'chapters: []\n'), ['textbook.yaml:7 错误 至少要有一章']],
  ])('reports the problem of a manifest with %s', async (_, manifest, expected) => {
    const lines = await check({ ...smallTextbook(one), 'textbooks/small/textbook.yaml': manifest })
    expect(lines).toEqual(expected.map((line) => (typeof line === 'string' ? `textbooks/small/${line}` : line)))
  })

  it('all problems are reported at once, in line order', async () => {
    const manifest = textbook
      .replace('price: 39.5', 'price: many')
      .replace('2026-09-01', '2026-13-45')
      .replace('slug: one, file: chapters/one.md, free: true', 'slug: one, file: chapters/one.md, free: perhaps')
      .replace('author: 某人\n', '')
    const lines = await check({
      ...smallTextbook('# 一\n\n[x](chapter:none)\n\n$\\nonsense$', '# 二\n\n![图](none.png)'),
      'textbooks/small/textbook.yaml': `${manifest}      - { slug: two, file: chapters/three.md }\n`,
      'textbooks/small/questions/a.md': '## q-1\ntype: judge\n\n对吗？',
    })
    expect(lines).toEqual([
      'textbooks/small/textbook.yaml:1 错误 author：不能缺少',
      'textbooks/small/textbook.yaml:4 错误 price：格式不正确',
      'textbooks/small/textbook.yaml:5 错误 没有这一天',
      'textbooks/small/textbook.yaml:9 错误 chapters.0.sections.0.free：格式不正确',
      'textbooks/small/textbook.yaml:11 错误 找不到文件 chapters/three.md',
      'textbooks/small/chapters/one.md:3 错误 没有 slug 为 none 的章节',
      'textbooks/small/chapters/one.md:5 错误 公式写错了：\\nonsense（没有命令 \\nonsense）',
      'textbooks/small/chapters/two.md:3 错误 找不到图片 none.png',
      expect.stringMatching(/^textbooks\/small\/questions\/a\.md:1 错误 /),
    ])
  })

  it('does not report references to an invalid entry, and later line numbers stay correct', async () => {
    const manifest = textbook.replace('slug: one', 'slug: One').replace('two.md', 'three.md')
    const lines = await check({
      ...smallTextbook(one),
      'textbooks/small/textbook.yaml': manifest,
      'textbooks/small/chapters/three.md': '# 三\n\n[x](chapter:One)\n\n$$\\frac{1$$',
    })
    expect(lines).toEqual([
      'textbooks/small/textbook.yaml:10 错误 slug 只能用小写字母、数字和连字符',
      'textbooks/small/chapters/three.md:5 错误 公式写错了：\\frac{1（到结尾也没有等到 }）',
    ])
  })

  it('if the site manifest is invalid, subjects of textbooks are not reported as unknown', async () => {
    expect(await check({ ...smallTextbook(one), 'manifest.yaml': 'subjects: [{ slug: A }]\n' })).toEqual([
      'manifest.yaml:1 错误 slug 只能用小写字母、数字和连字符',
      'manifest.yaml:1 错误 subjects.0.name：不能缺少',
      'manifest.yaml:1 错误 subjects.0.colour：不能缺少',
    ])
  })

  it('rejects YAML with exponentially growing aliases', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[i]}`).join(',')}]`)
      .join('\n')}`
    expect(await check({ 'manifest.yaml': bomb })).toEqual(['manifest.yaml 错误 YAML 里的引用太多'])
  })

  it('the import reports an empty content folder', async () => {
    folder = await contentFolder()
    await folder.write({ 'manifest.yaml': null })
    await expect(folder.check()).rejects.toThrow('里没有 manifest.yaml')
    await expect(folder.run(null)).rejects.toThrow(folder.path)
  })
})

describe('broken references', () => {
  it.each([
    ['@[question](none)', 'questions/ 里没有 slug 为 none 的题目'],
    ['@[resource](none)', '没有 slug 为 none 的资源'],
    ['[x](chapter:none)', '没有 slug 为 none 的章节'],
    ['[x](chapter:two#none)', '章节 two 里没有锚点 none，请在标题后写 {#none}'],
    ['[x](chapter:part-one)', '没有 slug 为 part-one 的章节'],
    ['![图](figures/none.svg)', '找不到图片 figures/none.svg'],
    ['![图](../../../../../../etc/hostname)', '找不到图片 ../../../../../../etc/hostname'],
    ['```sql run id=a db=none\n```', '找不到 resources/none.sql，db=none 要用它建库'],
  ])('rejects the broken reference %j', async (source, expected) => {
    const lines = await check(smallTextbook(`# 一\n\n${source}`))
    expect(lines).toEqual([`textbooks/small/chapters/one.md:3 错误 ${expected}`])
  })

  it('valid references cause no problems', async () => {
    const body = '# 一\n\n[x](chapter:two#deep) ![图](figures/a.svg)\n\n@[question](q-1)'
    const lines = await check({
      ...smallTextbook(body, '# 二\n\n## 深 {#deep}'),
      'textbooks/small/figures/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      'textbooks/small/questions/a.md': '## q-1\ntype: judge\nanswer: true\n\n对吗？',
    })
    expect(lines).toEqual([])
  })

  it('an image that is a symbolic link out of the folder is reported as missing', async () => {
    folder = await contentFolder(smallTextbook('# 一\n\n![图](figures/out.svg)'))
    await folder.write({ 'textbooks/small/figures/x.txt': '' })
    await symlink('/etc/hostname', join(folder.path, 'textbooks/small/figures/out.svg'))
    expect(await folder.check()).toEqual(['textbooks/small/chapters/one.md:3 错误 找不到图片 figures/out.svg'])
  })
})

describe('invalid media', () => {
  const course = `
title: 课
subject: computing
teacher: lin
price: 0
published: 2026-09-01
chapters:
  - title: 章
    lessons:
      - { slug: a, title: 一, video: videos/a.mp4 }
`
  it.each([
    ['videos/a.mp4', 'not a video', '不是视频'],
    ['videos/a.mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), '没有可读的头信息'],
    ['videos/a.mp4', Buffer.from('\0\0\xff\xffftypmp42', 'latin1'), '视频不完整'],
    ['videos/b.mp4', '', '找不到视频 videos/a.mp4'],
    ['videos/a.mp4/master.m3u8', '#EXTM3U\n#EXTINF:4,\nhttps://evil.example/1.ts', '不在文件夹里'],
    ['videos/a.mp4/master.m3u8', '#EXTM3U\n#EXTINF:4,\n../../../x.ts', '不在文件夹里'],
    ['videos/a.mp4/master.m3u8', '#EXTM3U\n#EXTINF:4,\n1.ts', '缺少片段 1.ts'],
    ['videos/a.mp4/master.m3u8', '#EXTM3U\n', '没有片段'],
    ['videos/a.mp4/other.m3u8', '#EXTM3U\n', 'master.m3u8 不是播放列表'],
  ])('rejects invalid media at %s (case %#)', async (name, body, reason) => {
    const lines = await check({ 'courses/c/course.yaml': course, [`courses/c/${name}`]: body })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^courses\/c\/course\.yaml:10 错误 /)
    expect(lines[0]).toContain(reason)
  })
})

describe('invalid rosters', () => {
  const school = `${site}
schools:
  - { slug: s, name: 校, province: 省, city: 市, classes: [{ slug: c1, name: 一班, year: 2024 }], roster: r.csv }
`
  it.each([
    ['学号,姓名,班级\n1,甲,一班\n2,乙,c1\n', []],
    ['学号,姓名\n', ['r.csv:1 错误 第一行要是“学号,姓名,班级”，没有找到：班级']],
    ['学号,姓名,班级\n1,甲,二班', ['r.csv:2 错误 没有班级 二班，请写在清单里这所学校的 classes 下']],
    ['学号,姓名,班级\n1,甲,一班\n\n1,乙,一班', ['r.csv:4 错误 学号 1 与第 2 行重复，姓名或班级却不同']],
    ['学号,姓名,班级\n1,,一班', ['r.csv:2 错误 要有学号、姓名、班级三项']],
  ])('reports the problems of the roster %j', async (csv, expected) =>
    expect(await check({ 'manifest.yaml': school, 'r.csv': csv })).toEqual(expected),
  )
})
