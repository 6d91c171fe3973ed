export interface Snippet {
  /** Words by which the slash menu finds the snippet: English, Chinese, pinyin and its initials. */
  name: string
  label: string
  text: string
}

/** Snippets that the slash menu offers only in texts of a curriculum. `▮` is the position of the cursor. */
const embeds: readonly Snippet[] = [
  {
    name: 'code run cell python 代码 运行 可运行的代码 daima dm yunxing yx keyunxing kyx',
    label: '可运行的代码',
    text: '```python run id=▮\nprint("你好")\n```\n',
  },
  { name: 'question quiz 题目 测验 timu tm ceyan cy', label: '题目', text: '@[question](▮)\n' },
  {
    name: 'resource file video 资源 文件 视频 ziyuan zy wenjian wj shipin sp',
    label: '资源',
    text: '@[resource](▮)\n',
  },
]

/** Snippets that the slash menu offers in every text. */
const boxes: readonly Snippet[] = [
  { name: 'heading h2 title 标题 小标题 biaoti bt xiaobiaoti xbt', label: '标题', text: '## ▮' },
  { name: 'subheading h3 小标题 小一级的标题 xiaobiaoti xbt biaoti bt', label: '小一级的标题', text: '### ▮' },
  { name: 'note box 说明 说明框 提示框 shuoming sm tishikuang tsk', label: '说明框', text: '::: note 说明\n▮\n:::\n' },
  { name: 'tip hint 窍门 提示 qiaomen qm tishi ts', label: '窍门框', text: '::: tip 窍门\n▮\n:::\n' },
  { name: 'warning 注意 警告 zhuyi zy jinggao jg', label: '注意框', text: '::: warning 注意\n▮\n:::\n' },
  { name: 'example 例子 例题 lizi lz liti lt', label: '例子框', text: '::: example 例\n▮\n:::\n' },
  { name: 'think 想一想 思考 xiangyixiang xyx sikao sk', label: '想一想', text: '::: think 想一想\n▮\n:::\n' },
  { name: 'fold details 折叠 展开 zhedie zd zhankai zk', label: '可以折叠的框', text: '::: note? 展开看看\n▮\n:::\n' },
  { name: 'tabs 选项卡 xuanxiangka xxk', label: '选项卡', text: '::: tabs\n== Python\n▮\n== C\n\n:::\n' },
  { name: 'formula math equation latex 公式 gongshi gs', label: '公式', text: '$$\n▮\n$$\n' },
  { name: 'codeblock block 代码块 代码 daimakuai dmk', label: '代码块（不运行）', text: '```\n▮\n```\n' },
  { name: 'table 表格 biaoge bg', label: '表格', text: '| ▮ |  |\n| --- | --- |\n|  |  |\n' },
  { name: 'list 列表 liebiao lb', label: '列表', text: '- ▮' },
  { name: 'quote 引用 yinyong yy', label: '引用', text: '> ▮' },
  { name: 'footnote 脚注 jiaozhu jz', label: '脚注', text: '[^1]▮\n\n[^1]: 注释\n' },
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

/**
 * Snippets of a typed word: first those with a name that begins with it, then those that contain it. `own`: those of the
 * curriculum; undefined for other texts.
 */
export function findSnippets(word: string, own?: readonly Snippet[]): Snippet[] {
  // Input methods separate syllables while they compose: dai'ma.
  const typed = word.toLowerCase().replaceAll("'", '')
  const all = [...(own ? embeds : []), ...boxes, ...(own ?? [])]
  const begins = all.filter(({ name }) => name.split(' ').some((one) => one.startsWith(typed)))
  const contains = all.filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(typed))
  return [...new Set([...begins, ...contains])].slice(0, listed)
}

/** The text to insert and the position of the cursor in it. */
export function placeCursor(text: string): { text: string; cursor: number } {
  const cursor = text.indexOf('▮')
  return { text: text.replace('▮', ''), cursor: cursor < 0 ? text.length : cursor }
}
