import { addedWords, changeWords, keepReported, removeReported, reported } from '../modules/community/moderate'
import { kindNames } from '../modules/community/reactions'
import { UsageError, type Verbs } from './verb'

const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function idOf(text = ''): string {
  if (!uuid.test(text)) throw new UsageError()
  return text
}

function wordsOf(words: string[]): string[] {
  const given = words.map((word) => word.trim()).filter(Boolean)
  if (given.length === 0) throw new UsageError()
  return given
}

const nobody = '没有这个编号的举报，可能已经处理过了。'

export const reports: Verbs = {
  list: {
    usage: 'reports list                      列出被举报的评价、讨论、笔记和回复，最早的在前',
    async run({ db, say }) {
      const rows = await reported(db)
      if (rows.length === 0) say('没有待处理的举报。')
      for (const { uid, kind, nickname, curriculum, text, reasons, firstAt } of rows) {
        say(`${uid}  ${minute.format(firstAt * 1000)}  ${reasons}`)
        say(`  ${nickname} 在《${curriculum}》的${kindNames[kind]}：${text.replaceAll('\n', ' ')}`)
      }
    },
  },
  remove: {
    usage: 'reports remove <编号> <原因>      移除被举报的内容；原因会告诉作者',
    async run({ db, clock, say }, [id, ...words]) {
      const reason = wordsOf(words).join(' ')
      say((await removeReported(db, idOf(id), reason, clock.now())) ? '已移除，并已通知作者。' : nobody)
    },
  },
  keep: {
    usage: 'reports keep <编号>               内容没有问题，结束这些举报',
    async run({ db, say }, [id]) {
      say((await keepReported(db, idOf(id))) ? '已保留，举报已结束。' : nobody)
    },
  },
}

export const words: Verbs = {
  list: {
    usage: 'words list                        列出自己添加的敏感词',
    async run({ db, say }) {
      const added = await addedWords(db)
      say(added.length === 0 ? '还没有添加敏感词，只有内置的几个。' : added.join('\n'))
    },
  },
  add: {
    usage: 'words add <词>…                   添加敏感词，半分钟内生效；含有它们的内容发不出去',
    async run({ db, say }, given) {
      say(`现在有 ${(await changeWords(db, wordsOf(given), [])).length} 个自己添加的敏感词。`)
    },
  },
  remove: {
    usage: 'words remove <词>…                去掉自己添加的敏感词',
    async run({ db, say }, given) {
      say(`还剩 ${(await changeWords(db, [], wordsOf(given))).length} 个自己添加的敏感词。`)
    },
  },
}
