export interface Snippet {
  /** Words by which the slash menu finds the snippet. */
  name: string
  label: string
  text: string
}

/** Snippets that the slash menu offers only in texts of a curriculum. `▮` is the position of the cursor. */
const embeds: readonly Snippet[] = [
  { name: 'code 代码 运行', label: '可运行的代码', text: '```python run id=▮\nprint("你好")\n```\n' },
  { name: 'question 题目 测验', label: '题目', text: '@[question](▮)\n' },
  { name: 'resource 资源 文件 视频', label: '资源', text: '@[resource](▮)\n' },
]

/** Snippets that the slash menu offers in every text. */
const boxes: readonly Snippet[] = [
  { name: 'note 说明 提示框', label: '说明框', text: '::: note 说明\n▮\n:::\n' },
  { name: 'tip 窍门', label: '窍门框', text: '::: tip 窍门\n▮\n:::\n' },
  { name: 'warning 注意', label: '注意框', text: '::: warning 注意\n▮\n:::\n' },
  { name: 'example 例子', label: '例子框', text: '::: example 例\n▮\n:::\n' },
  { name: 'think 想一想', label: '想一想', text: '::: think 想一想\n▮\n:::\n' },
  { name: 'fold 折叠', label: '可以折叠的框', text: '::: note? 展开看看\n▮\n:::\n' },
  { name: 'tabs 选项卡', label: '选项卡', text: '::: tabs\n== Python\n▮\n== C\n\n:::\n' },
  { name: 'formula 公式', label: '公式', text: '$$\n▮\n$$\n' },
  { name: 'table 表格', label: '表格', text: '| ▮ |  |\n| --- | --- |\n|  |  |\n' },
  { name: 'footnote 脚注', label: '脚注', text: '[^1]▮\n\n[^1]: 注释\n' },
]

interface Question {
  slug: string
  text: string
  state: string
}

interface Resource {
  slug: string
  title: string
}

/** Snippets for the questions and resources of a curriculum, which authors know by their text, not by their names. */
export const snippetsOf = (questions: readonly Question[], resources: readonly Resource[]): Snippet[] => [
  ...resources.map(({ slug, title }) => ({
    name: `resource 资源 ${slug}`,
    label: `资源：${title}`,
    text: `@[resource](${slug})\n`,
  })),
  ...questions
    .filter(({ state }) => state !== 'retired')
    .map(({ slug, text, state }) => ({
      name: `question 题目 ${slug}`,
      label: `题目：${text}${state === 'new' ? '（还没有发布）' : ''}`,
      text: `@[question](${slug})\n`,
    })),
]

/** Maximum number of entries in the menu; typing finds the others. */
const listed = 30

/** Snippets whose name or label contains the typed word. `own`: those of the curriculum; undefined for other texts. */
export const findSnippets = (word: string, own?: readonly Snippet[]): Snippet[] =>
  [...(own ? embeds : []), ...boxes, ...(own ?? [])]
    .filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(word.toLowerCase()))
    .slice(0, listed)

/** The text to insert and the position of the cursor in it. */
export function placeCursor(text: string): { text: string; cursor: number } {
  const cursor = text.indexOf('▮')
  return { text: text.replace('▮', ''), cursor: cursor < 0 ? text.length : cursor }
}
