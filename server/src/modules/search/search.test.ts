import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSearchDocuments } from '../../importer/search-documents'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum, addTeacher } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { grantEntitlement } from '../access/public'

let server: TestApp
let guest: Client
let book: Awaited<ReturnType<typeof addCurriculum>>
beforeAll(async () => {
  server = await startTestApp()
  guest = server.guest
  const teacher = await addTeacher(server.db, '林晚舟')
  book = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '数据结构与算法',
    price: 39,
    learners: 50,
    tags: ['算法', 'Python'],
    summary: '从一摞盘子讲到最短路，100% 能运行。',
    chapters: [
      { title: '3.1 栈：后进先出', free: true, text: ['盘子一只一只放上去', '最后放上去的先拿走，这就是栈'] },
      { title: '3.2 括号匹配', text: ['遇到右括号就弹出栈顶，秘密的付费段落'] },
      { title: '多读：栈的来历', kind: 'expand', below: '3.1 栈：后进先出', free: true },
    ],
  })
  await addCurriculum(server.db, {
    title: 'Python 程序设计',
    price: 99,
    learners: 900,
    teacherId: teacher.id,
    summary: 'C++ 之后学什么',
  })
  await addCurriculum(server.db, { title: '算法导引', learners: 5 })
  await addCurriculum(server.db, { title: '下架的算法课', published: false })
  await addCurriculum(server.db, { title: '明天的算法课', publishedAt: testStart + 100 })
  const article = { kind: 'article' as const, curriculumId: null, names: [] }
  const articles = [
    ['今天的文章', testStart],
    ['以后的文章', testStart + 100],
  ] as const
  for (const [title, published_at] of articles) {
    const row = { slug: title, title, summary: '', html: '', published_at }
    const { uid } = await server.db.insertInto('articles').values(row).returning('uid').executeTakeFirstOrThrow()
    await writeSearchDocuments(server.db, [{ ...article, target: uid, title, body: '错题本不是收藏夹' }])
  }
})
afterAll(() => server.close())

const search = (keyword: string, client = guest) => client.call('GET /v130/curriculum_search', { keyword })
const found = async (keyword: string, client = guest) => (await search(keyword, client)).list.map(({ title }) => title)

describe('search', () => {
  it('ranks title matches first and returns match ranges', async () => {
    const page = await search('算法')
    // 算法导引 starts with the keyword; the title of the textbook only contains it.
    expect(page.list.map(({ title }) => title)).toEqual(['算法导引', '数据结构与算法'])
    expect(page.list[1]).toMatchObject({
      kind: 'textbook',
      id: book.uid,
      titleMarks: [[5, 2]],
      curriculum: { id: book.uid, amount: '39,100' },
      link: `pages/digital-textbooks/details?id=${book.uid}`,
    })
    expect([page.total, page.counts, page.hasMore]).toEqual([2, { course: 1, textbook: 1 }, false])
  })

  it('finds text in the summary and returns a snippet', async () => {
    const [hit] = (await search('最短路')).list
    expect(hit).toMatchObject({ id: book.uid, titleMarks: [] })
    const [start, length] = hit!.snippetMarks[0]!
    expect(hit!.snippet.slice(start, start + length)).toBe('最短路')
  })

  it('matches words in any order, width and case', async () => {
    expect(await found('算法 数据')).toEqual(['数据结构与算法'])
    expect(await found('ＰＹＴＨＯＮ')).toContain('Python 程序设计')
    expect(await found('pyth')).toContain('Python 程序设计')
    expect(await found('3.1 栈：后')).toEqual(['3.1 栈：后进先出'])
    expect(await found('结构数据')).toEqual(['数据结构与算法'])
  })

  it('search finds single characters, punctuation and pinyin', async () => {
    expect(await found('栈')).toEqual(expect.arrayContaining(['3.1 栈：后进先出', '多读：栈的来历']))
    expect(await found('c++')).toEqual(['Python 程序设计'])
    expect(await found('100%')).toEqual(['数据结构与算法'])
    expect(await found('%')).toEqual(['数据结构与算法'])
    expect(await found('_')).toEqual([])
    expect((await found('sjjg'))[0]).toBe('数据结构与算法')
    expect((await found('shuju'))[0]).toBe('数据结构与算法')
    expect((await search('sjjg')).list[0]!.titleMarks).toEqual([[0, 4]])
    expect((await guest.call('GET /v130/search_suggest', { keyword: 'shuju' }))[0]!.marks).toEqual([[0, 2]])
    expect((await found('lwz'))[0]).toBe('林晚舟')
    // The number before a chapter's title may be omitted in pinyin.
    expect(await found('zhjxc')).toEqual(['3.1 栈：后进先出'])
    expect(await found('zhan hou')).toEqual(['3.1 栈：后进先出'])
  })

  it('finds titles by words, synonyms and traditional characters, whatever the spaces', async () => {
    expect(await found('python程序')).toContain('Python 程序设计')
    expect(await found('數據結構')).toEqual(['数据结构与算法'])
    expect(await found('資料結構')).toEqual(['数据结构与算法'])
    expect((await found('stack'))[0]).toBe('3.1 栈：后进先出')
    expect((await found('数 据 结 构'))[0]).toBe('数据结构与算法')
    // One word may match the book's title and the other the chapter's title.
    expect(await found('算法括号')).toEqual(['3.2 括号匹配'])
  })

  it('finds a topic by the name that a student knows, by parts of a word, and by words that the dictionary lacks', async () => {
    await addCurriculum(server.db, {
      title: '计数讲义',
      chapters: [
        { title: '2.2 排列与组合', text: ['<h2>隔板法</h2>放球'] },
        { title: '2.3 鸽巢原理', text: ['鸽子多于鸽巢'] },
        { title: '2.4 一笔画', text: ['<strong>七桥问题</strong>'] },
      ],
    })
    expect((await found('排列组合'))[0]).toBe('2.2 排列与组合')
    expect((await found('插板法'))[0]).toBe('2.2 排列与组合')
    expect((await found('抽屉'))[0]).toBe('2.3 鸽巢原理')
    expect((await found('七桥'))[0]).toBe('2.4 一笔画')
  })

  it('finds a listed topic inside a question, with a sign, by one English word and when it is mistyped', async () => {
    await addCurriculum(server.db, {
      title: '写法讲义',
      chapters: [
        { title: '5.1 中间表', text: ['怎样存'] },
        { title: '5.2 第一条 SELECT', text: ['<code>SELECT * FROM</code>'] },
        { title: '5.3 梯度下降', text: ['下坡'] },
        { title: '5.4 逆矩阵', text: ['求 <code>A^-1</code>'] },
      ],
    })
    expect((await found('多对多怎么建表'))[0]).toBe('5.1 中间表')
    expect((await found('select *'))[0]).toBe('5.2 第一条 SELECT')
    expect((await found('gradient'))[0]).toBe('5.3 梯度下降')
    expect((await found('A^{-1}'))[0]).toBe('5.4 逆矩阵')
    expect(await search('梯度下将')).toMatchObject({ meant: '梯度下降' })
  })

  it('finds a topic without the words that only ask about it, and a title by a character of an unknown word', async () => {
    await addCurriculum(server.db, {
      title: '矩阵讲义',
      chapters: [{ title: '2.3 逆矩阵与秩', text: ['满不满'] }],
    })
    expect((await found('逆矩阵的计算步骤'))[0]).toBe('2.3 逆矩阵与秩')
    expect((await found('满秩'))[0]).toBe('2.3 逆矩阵与秩')
  })

  it('finds a paid chapter by a name that its text introduces once', async () => {
    await addCurriculum(server.db, {
      title: '外部性讲义',
      price: 10,
      chapters: [{ title: '3.1 噪声', text: ['这种收费叫庇古税。用对角线法证明，LRU 淘汰，绝密的解释'] }],
    })
    for (const name of ['庇古税', '对角线法', 'lru']) expect(await found(name)).toEqual(['3.1 噪声'])
    expect(await found('绝密')).toEqual([])
  })

  it('finds a topic beside question words, by joined words, signs and captions, and corrects it within a longer input', async () => {
    await addCurriculum(server.db, {
      title: '手写讲义',
      price: 10,
      chapters: [
        { title: '9.1 把结构排一排', text: ['<code>qsort</code>'] },
        { title: '9.2 大根堆怎样排', text: ['<h2>堆排序</h2>'] },
        { title: '9.3 不知道的值', text: ['<code>NULL</code>'] },
        { title: '9.4 一张网', text: ['<figure><figcaption>校园网的拓扑图</figcaption></figure>'] },
        { title: '9.5 稀少的事', text: ['<h2>泊松分布</h2>'] },
      ],
    })
    expect((await found('qsort怎么用'))[0]).toBe('9.1 把结构排一排')
    expect((await found('heapsort'))[0]).toBe('9.2 大根堆怎样排')
    expect((await found('null = null'))[0]).toBe('9.3 不知道的值')
    expect(await found('拓扑图')).toContain('9.4 一张网')
    expect(await search('泊松分步怎么算')).toMatchObject({ meant: '泊松分布怎么算', list: [{ title: '9.5 稀少的事' }] })
  })

  it('adds documents with some of the words if few have all of them', async () => {
    // No document contains 后缀, so the other word decides.
    expect(await found('括号后缀')).toContain('3.2 括号匹配')
    expect(await found('完全没有的词')).toEqual([])
  })

  it('ranks a course that the viewer studies before an equal one', async () => {
    const [first, second] = [
      await addCurriculum(server.db, { title: '拓扑漫谈甲', learners: 9, chapters: [{ title: '开头', free: true }] }),
      await addCurriculum(server.db, { title: '拓扑漫谈乙', learners: 8, chapters: [{ title: '起头', free: true }] }),
    ]
    const { id } = await server.createUser()
    const student = await server.as({ id })
    expect(await found('拓扑漫谈', student)).toEqual([first.title, second.title])
    await server.db
      .insertInto('progress')
      .values({
        user_id: id,
        curriculum_id: second.id,
        chapter_id: second.chapter('起头').id,
        percent: 10,
        updated_at: testStart - 86_400,
      })
      .execute()
    expect(await found('拓扑漫谈', student)).toEqual([second.title, first.title])
    expect(await found('拓扑漫谈')).toEqual([first.title, second.title])
  })

  it('search does not correct a short word to a word that sounds different', async () => {
    await addCurriculum(server.db, { title: '排序讲义', chapters: [{ title: '6.2 堆排序' }] })
    expect((await search('桶排序')).meant).toBe('')
    expect((await search('堆排续')).meant).toBe('堆排序')
  })

  it('corrects mistyped keywords and returns the correction in `meant`', async () => {
    expect(await search('数剧结构')).toMatchObject({ meant: '数据结构', list: [{ title: '数据结构与算法' }] })
    const latin = await search('pyhton')
    expect([latin.meant, latin.list[0]!.title]).toEqual(['python', 'Python 程序设计'])
    expect((await search('数据结构')).meant).toBe('')
    for (const keyword of ['完全没有的词', '没有这样的内容吧真的没有'])
      expect(await search(keyword)).toMatchObject({ meant: '', total: 0 })
    // A keyword is not corrected to the title of an unpublished course.
    expect((await search('下驾的算法课')).list.map(({ title }) => title)).not.toContain('下架的算法课')
  })

  it('finds a paid chapter by its terms, and shows only these terms, not its text', async () => {
    const paid = await addCurriculum(server.db, {
      title: '操作系统讲义',
      price: 10,
      chapters: [{ title: '2.1 等待', text: ['<strong>银行家算法</strong>先看够不够，绝密的解释'] }],
    })
    const [hit] = (await search('银行家算法')).list
    expect(hit).toMatchObject({ kind: 'chapter', title: '2.1 等待', snippet: '讲到：银行家算法' })
    expect(hit!.link).toBe(`pages/course/details?id=${paid.uid}`)
    expect((await search('绝密')).list).toEqual([])
  })

  it('searches the text of free chapters for all users, and of paid chapters for owners only', async () => {
    const open = (await search('最后放上去')).list
    expect(open).toMatchObject([
      {
        kind: 'chapter',
        id: book.chapter('3.1 栈：后进先出').uid,
        snippet: '最后放上去的先拿走，这就是栈',
        link: `pages/digital-textbooks/read?id=${book.uid}&chapter=${book.chapter('3.1 栈：后进先出').uid}&pid=p2`,
      },
    ])
    expect((await search('秘密的付费段落')).list).toEqual([])
    // Without an entitlement only the title is found, and it links to the details page.
    const [locked] = (await search('括号匹配')).list
    expect(locked).toMatchObject({ snippet: '', link: `pages/digital-textbooks/details?id=${book.uid}` })

    const { id } = await server.createUser()
    const stranger = await server.as()
    await grantEntitlement(server.db, { userId: id, curriculumId: book.id, source: 'test', now: testStart })
    const owner = await server.as({ id })
    expect(await found('秘密的付费段落', stranger)).toEqual([])
    const [hit] = (await search('秘密的付费段落', owner)).list
    expect(hit).toMatchObject({ kind: 'chapter', curriculum: { owned: true } })
    expect(hit!.link).toContain('&pid=p1')
    expect((await search('括号匹配', owner)).list[0]!.link).toContain('pages/digital-textbooks/read')
  })

  it('a search result of extra reading links to the page for extra reading', async () => {
    expect((await search('多读')).list[0]!.link).toContain('pages/digital-textbooks/expand?id=')
  })

  it('search excludes articles before their publication and unpublished courses', async () => {
    expect(await found('错题本')).toEqual(['今天的文章'])
    expect((await found('算法课')).filter((title) => title.endsWith('算法课'))).toEqual([])
  })

  it('search results are filtered by kind and paged', async () => {
    const chapters = await guest.call('GET /v130/curriculum_search', { keyword: '栈', kind: 'chapter', pageSize: 1 })
    expect([chapters.list.length, chapters.total, chapters.hasMore]).toEqual([1, 2, true])
    const second = await guest.call('GET /v130/curriculum_search', {
      keyword: '栈',
      kind: 'chapter',
      pageSize: 1,
      pageNo: 2,
    })
    expect([second.hasMore, second.list[0]!.id !== chapters.list[0]!.id]).toEqual([false, true])
    const beyond = await guest.call('GET /v130/curriculum_search', { keyword: '栈', pageNo: 99 })
    expect(beyond).toMatchObject({ list: [], total: 2, counts: { chapter: 2 } })
  })

  it.each(["'", "' & '", ':*', '!(', '\\', "a':*", '&|', '\u202e', '́', '🙈', '$1', '<script>', '½', 'ﷺ', '¨'])(
    'accepts %s as a literal keyword',
    async (keyword) => {
      expect(await guest.send('GET /v130/curriculum_search', { keyword })).toMatchObject({ code: 1 })
      expect(await guest.send('GET /v130/search_suggest', { keyword })).toMatchObject({ code: 1 })
    },
  )

  it.skipIf(!process.env.DXX_CORPUS)(
    'accepts hostile strings as keywords, or rejects them with a named refusal',
    async () => {
      const strings: string[] = JSON.parse(readFileSync(join(process.env.DXX_CORPUS!, 'strings/blns.json'), 'utf8'))
      for (const keyword of strings) {
        const { code, data } = await guest.send('GET /v130/curriculum_search', { keyword })
        expect([code, data.error, keyword]).toEqual(
          keyword.trim() === '' || [...keyword.trim()].length > 50
            ? [0, 'invalid-input', keyword]
            : [1, undefined, keyword],
        )
      }
    },
  )

  it('rejects empty keywords and keywords of more than 50 characters', async () => {
    for (const keyword of ['', '  ', '长'.repeat(51)])
      expect(await guest.send('GET /v130/curriculum_search', { keyword })).toMatchObject({
        data: { error: 'invalid-input' },
      })
  })
})

describe('suggestions', () => {
  it('suggestions are names, best match first, with their links', async () => {
    const list = await guest.call('GET /v130/search_suggest', { keyword: '算' })
    expect(list.map(({ text }) => text)).toEqual(['算法导引', '数据结构与算法'])
    const [first] = await guest.call('GET /v130/search_suggest', { keyword: 'SJ' })
    expect(first).toEqual({
      text: '数据结构与算法',
      marks: [[0, 2]],
      kind: 'textbook',
      link: `pages/digital-textbooks/details?id=${book.uid}`,
    })
    expect(await guest.call('GET /v130/search_suggest', { keyword: '括号' })).toMatchObject([
      { kind: 'chapter', link: `pages/digital-textbooks/details?id=${book.uid}` },
    ])
    expect(await guest.call('GET /v130/search_suggest', { keyword: '秘密' })).toEqual([])
  })
})

describe('hot words', () => {
  it('hot words are words that at least three users searched this week, followed by words of the editors', async () => {
    const track = async (value: string, people: number, daysAgo = 0) => {
      for (let i = 0; i < people; i++)
        await (await server.as()).call('POST /v1/tracking_point/add', {
          events: [1, 2].map(() => ({ name: 'search', at: testStart - daysAgo * 86_400, value })),
        })
    }
    await track('二分查找', 4)
    await track(' 动态规划 ', 3)
    await track('一个人的秘密', 2)
    await track('找人代 考', 3)
    await server.db
      .insertInto('settings')
      .values({ key: 'hot-words', value: JSON.stringify(['二分查找', '线性代数']) })
      .execute()
    expect(await guest.call('GET /v130/search_hot', {})).toEqual(['二分查找', '动态规划', '线性代数'])
    server.clock.advance(8 * 86_400)
    expect(await guest.call('GET /v130/search_hot', {})).toEqual(['二分查找', '线性代数'])
    server.clock.set(testStart)
  })
})
