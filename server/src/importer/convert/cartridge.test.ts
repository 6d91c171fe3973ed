import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type ZipEntry, zip } from '../../text/epub/zip.fixture'
import { importContent } from '../import'
import { convertTextbook, isForeignTextbook } from './convert'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-cartridge-'))
})
afterEach(() => rm(folder, { recursive: true }))

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function converted(name: string, entries: ZipEntry[]) {
  const path = join(folder, name)
  await writeFile(path, zip(entries))
  expect(await isForeignTextbook(path)).toBe(true)
  const report = await convertTextbook(path, join(folder, 'out'), { subject: 'computing', slug: 'book' })
  const root = join(folder, 'out/textbooks/book')
  const text = (file: string) => readFile(join(root, file), 'utf8')
  return { report, text, root, manifest: parse(await text('textbook.yaml')) as Record<string, unknown> }
}

/** Imports the converted folder without a database, which checks everything that an import checks. */
async function problems(): Promise<string[]> {
  const out = join(folder, 'out')
  await writeFile(join(out, 'manifest.yaml'), 'subjects: [{ slug: computing, name: 计算机, colour: blue }]\n')
  const storage = {
    put: async () => {},
    size: async () => null,
    read: () => Promise.reject(new Error('not stored')),
    remove: async () => {},
    uploadLink: () => Promise.reject(new Error('not stored')),
  }
  const report = await importContent(null, out, { storage, now: 1_800_000_000 })
  return report.problems.filter(({ level }) => level === 'error').map(({ text }) => text)
}

const page = (title: string, body: string, state = 'active') =>
  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>${title}</title><meta name="identifier" content="g1"/><meta name="workflow_state" content="${state}"/></head><body>${body}</body></html>`

/** As Canvas writes its exports. */
const canvas: ZipEntry[] = [
  {
    name: 'imsmanifest.xml',
    body: `<?xml version="1.0"?><manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1" xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p1/LOM/manifest"><metadata><schema>IMS Common Cartridge</schema><lomimscc:lom><lomimscc:general><lomimscc:title><lomimscc:string>数据结构</lomimscc:string></lomimscc:title></lomimscc:general></lomimscc:lom></metadata><organizations><organization identifier="org_1" structure="rooted-hierarchy"><item identifier="LearningModules"><item identifier="mod1"><title>第一周 *栈*</title><item identifier="i1" identifierref="res1"><title>栈是什么</title></item><item identifier="i2" identifierref="res9"><title>小测</title></item></item></item></organization></organizations><resources><resource identifier="res1" type="webcontent" href="wiki_content/what-is-a-stack.html"><file href="wiki_content/what-is-a-stack.html"/></resource><resource identifier="res2" type="webcontent" href="wiki_content/queue.html"><file href="wiki_content/queue.html"/></resource><resource identifier="res3" type="webcontent" href="web_resources/Uploaded Media/stack.png"><file href="web_resources/Uploaded Media/stack.png"/></resource><resource identifier="res9" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"><file href="res9/assessment_qti.xml"/></resource></resources></manifest>`,
  },
  {
    name: 'wiki_content/what-is-a-stack.html',
    body: page(
      '栈是什么',
      '<h2>定义</h2><p>后进先出，见<a href="$WIKI_REFERENCE$/pages/queue">队列</a>和<a href="$CANVAS_OBJECT_REFERENCE$/pages/res2">又一次</a>。</p><p><img src="$IMS-CC-FILEBASE$/Uploaded%20Media/stack.png?canvas_=1" alt="图"></p><p>下载<a class="instructure_file_link" href="$IMS-CC-FILEBASE$/notes.txt?canvas_download=1">讲义</a>。</p><p>公式 \\(x^2\\)，<a href="$CANVAS_OBJECT_REFERENCE$/quizzes/1">小测</a></p>',
    ),
  },
  { name: 'wiki_content/queue.html', body: page('队列', '<h1>队列</h1><p>先进先出。</p>') },
  { name: 'wiki_content/draft.html', body: page('草稿', '<p>未完</p>', 'unpublished') },
  { name: 'web_resources/Uploaded Media/stack.png', body: pixel },
  { name: 'web_resources/notes.txt', body: '讲义的文字\n' },
  { name: 'web_resources/syllabus.txt', body: '大纲\n' },
  { name: 'web_resources/unused.png', body: pixel },
  { name: 'course_settings/course_settings.xml', body: '<course/>' },
  { name: 'res9/assessment_qti.xml', body: '<questestinterop/>' },
]

describe('a course export of Canvas', () => {
  it('an export of Canvas becomes a textbook: pages in the order of the modules, files as images and resources', async () => {
    const { text, manifest, root } = await converted('course.imscc', canvas)
    expect(manifest).toMatchObject({
      title: '数据结构',
      chapters: [
        { title: '第一周 *栈*', sections: [{ slug: 'what-is-a-stack', file: 'chapters/what-is-a-stack.md' }] },
        { title: '其他页面', sections: [{ slug: 'queue' }] },
      ],
      resources: [
        { slug: 'notes', title: 'notes', kind: 'file', file: 'resources/notes.txt' },
        { slug: 'syllabus', kind: 'file' },
      ],
    })
    const chapter = await text('chapters/what-is-a-stack.md')
    expect(chapter).toMatch(
      /^# 栈是什么\n\n## 定义\n\n后进先出，见\[队列\]\(chapter:queue\)和\[又一次\]\(chapter:queue\)。/,
    )
    expect(chapter).toMatch(/!\[图\]\(figures\/[0-9a-f]{12}\.png\)/)
    expect(chapter).toContain('下载讲义。')
    expect(chapter).toContain('公式 $x^2$')
    expect(chapter).toMatch(/@\[resource\]\(notes\)\n$/)
    expect(await readdir(join(root, 'figures'))).toHaveLength(1)
    expect(await text('resources/notes.txt')).toBe('讲义的文字\n')
    expect(await problems()).toEqual([])
  })

  it('converting an export of Canvas reports unpublished pages, unused images, links without a target and where the questions go', async () => {
    const { report } = await converted('course.imscc', canvas)
    expect(report.lines).toEqual([
      'wiki_content/draft.html 提醒 没有带入未发布的页',
      'wiki_content/what-is-a-stack.html 提醒 没有带入链接 $CANVAS_OBJECT_REFERENCE$/quizzes/1',
      '压缩包 提醒 没有带入 1 张没有页面用到的图片',
      'course.imscc 提醒 题目不在教材里，用 npm run questions -- import <文件> --to textbook/book 导入',
    ])
    expect(report.summary).toContain('页 2')
    expect(report.summary).toContain('图片 1，文件 2')
  })
})

describe('a Common Cartridge', () => {
  it('a Common Cartridge becomes a textbook with pages at any path and titles of the organisation', async () => {
    const { manifest, text } = await converted('cc.zip', [
      {
        name: 'imsmanifest.xml',
        body: '<manifest><organizations><organization><item><item identifier="a"><title>单元</title><item identifier="b"><title>下级</title><item identifierref="r"><title>一页</title></item></item></item></item></organization></organizations><resources><resource identifier="r" type="webcontent" href="i_1/page.html"><file href="i_1/page.html"/><file href="i_1/a.png"/></resource></resources></manifest>',
      },
      { name: 'i_1/page.html', body: '<html><body><p>看图<img src="a.png" alt=""></p></body></html>' },
      { name: 'i_1/a.png', body: pixel },
    ])
    expect(manifest).toMatchObject({ title: 'cc', chapters: [{ title: '单元', sections: [{ slug: 'page' }] }] })
    expect(await text('chapters/page.md')).toMatch(/^# 一页\n\n看图!\[\]\(figures\//)
    expect(await problems()).toEqual([])
  })

  it('a Common Cartridge without pages is rejected', async () => {
    const path = join(folder, 'empty.imscc')
    await writeFile(path, zip([{ name: 'imsmanifest.xml', body: '<manifest/>' }]))
    await expect(convertTextbook(path, join(folder, 'out'), { subject: 'computing', slug: 'x' })).rejects.toThrow(
      'empty.imscc 里没有页面',
    )
  })
})
