import { describe, expect, it, test } from 'vitest'
import { otherNames } from './bilingual'
import { parseHtml } from './document'
import { relatedTerms } from './related-terms'
import { mergeSimilarSounds, soundsOf } from './sounds'
import { collectTopics, coreOf, splitTitle, Tokens, topicTexts } from './terms'
import { signsOf, wordTools } from './words'

const tools = await wordTools()

describe('words', () => {
  test.each([
    ['ＳＱＬ注入', 'sql注入'],
    ['數據結構', '数据结构'],
    ['資料庫與佇列', '数据库与队列'],
    // Taiwan uses 程序 for another term, but this text is simplified Chinese, so 程序 stays unchanged.
    ['程序', '程序'],
  ])('folds %s to %s', (text, folded) => expect(tools.fold(text)).toBe(folded))

  test.each([
    ['c语言指针', ['c', '语言', '指针']],
    ['一致性哈希', ['一致性', '哈希']],
    ['给老师写邮件', ['给', '老师', '写', '邮件']],
  ])('cuts %s into words', (text, words) => expect(tools.cut(text)).toEqual(words))

  test.each([
    ['a == b', ['==']],
    ['o(n)', ['o(n)']],
    ['o(\\log n)', ['o(log']],
    ['用 c++ 写', ['c++']],
    ['p(a|b)=0.5', ['p(a|b)']],
    ['∀x', ['∀x']],
    ['c(n,k)', ['c(n,k)']],
    ['没有符号', []],
  ])('finds the signs in %s', (text, signs) => expect(signsOf(text)).toEqual(expect.arrayContaining(signs)))

  test.each([
    ['排列组合', ['排列', '组合']],
    ['组合', []],
    ['斜拉桥', []],
  ])('splits the word %s into %s', (word, parts) => expect(tools.parts(word)).toEqual(parts))

  it('returns names of close topics, also without the ending that names their kind', () => {
    expect(relatedTerms('抽屉')).toContain('鸽巢')
    expect(relatedTerms('迪杰斯特拉算法')).toContain('dijkstra')
    expect(relatedTerms('没有这个词')).toEqual([])
  })

  it('returns the English and Chinese names of a term', () => {
    expect(otherNames('stack')).toContain('栈')
    expect(otherNames('二分查找')).toContain('binary search')
    expect(otherNames('没有这个词')).toEqual([])
  })
})

describe('sounds', () => {
  it('returns pinyin, initials and a form in which similar sounds are equal', () => {
    expect(soundsOf('二叉树')).toEqual({ spelled: 'erchashu', initials: 'ecs', blurred: 'ercasu' })
    expect(soundsOf('线形代数').blurred).toBe(soundsOf('线性代数').blurred)
    expect(mergeSimilarSounds('zhang')).toBe(mergeSimilarSounds('zan'))
  })
})

describe('terms', () => {
  it('takes terms from headings, emphasis, code and repeated words, not from sentences', () => {
    const { children } = parseHtml(
      '<h2>入栈与出栈</h2><p>允许操作的一端叫<strong>栈顶</strong>，<code>push</code> 压入。盘子，盘子，盘子；秘密的一句。</p>',
    )
    const mined = collectTopics(topicTexts(children), tools)
    expect(mined.headings).toEqual(['入栈与出栈'])
    expect(mined.names).toEqual(['栈顶'])
    expect(mined.code).toEqual(['push'])
    expect(mined.words.get('盘子')).toBe(3)
    expect(mined.words.has('秘密')).toBe(false)
  })

  test.each([
    ['3.1 栈：后进先出', '栈：后进先出'],
    ['第十二课 倒过来想', '倒过来想'],
    ['c 语言：贴近机器', 'c语言：贴近机器'],
  ])('the core of the title %s is %s', (title, core) => expect(coreOf(title)).toBe(core))

  it('splits a title into names', () => expect(splitTitle('栈：后进先出')).toEqual(['栈', '后进先出']))

  it('writes pairs, words, signs and single characters as quoted tokens for the database', () => {
    const literal = new Tokens(tools.cut).name("栈与 left join 的 c++ 'x'", 'A').literal()
    expect(literal).toContain("'栈':1A")
    expect(literal).toContain("'leftjoin':1A")
    expect(literal).toContain("'c++':1A")
    expect(literal.replace(/''/g, '').match(/'/g)!.length % 2).toBe(0)
  })
})
