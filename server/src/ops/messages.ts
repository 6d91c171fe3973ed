import { namedClasses, type Receivers, sendToMany } from '../modules/messages/send'
import { type OpsCommands, UsageError } from './command'

const kinds = { 系统: 'system', 订单: 'order', 学习: 'study', 互动: 'social' } as const

function receiversOf(text: string): Receivers {
  if (text === 'all') return { to: 'all' }
  if (/^1[3-9]\d{9}$/.test(text)) return { to: 'user', mobile: text }
  const [, school, slug] = /^([\w-]+)\/([\w-]+)$/.exec(text) ?? []
  if (!school || !slug) throw new UsageError()
  return { to: 'class', school, slug }
}

export const messages: OpsCommands = {
  send: {
    usage:
      'message send <给谁> <类别> <标题> <正文> [页面]  发消息；给谁：all（所有人）、手机号、学校/班级；类别：系统、订单、学习、互动；页面如 pages/exam/index',
    async run({ audited, clock, print }, [who = '', kindName = '', title = '', body = '', link = '', ...more]) {
      const receivers = receiversOf(who)
      if (!Object.hasOwn(kinds, kindName) || title.trim() === '' || body.trim() === '' || more.length > 0)
        throw new UsageError()
      if (link !== '' && !/^(pages\/[\w/-]+|(choose|open)-location)(\?\S*)?$/.test(link)) throw new UsageError()
      const kind = kinds[kindName as keyof typeof kinds]
      const count = await audited(
        (tx) => sendToMany(tx, receivers, { kind, title: title.trim(), body: body.trim(), link }, clock.now()),
        (sent) => (sent > 0 ? { target: { kind: 'message', id: who, name: title.trim() }, after: { sent } } : null),
      )
      if (count === 0) throw new Error('没有人收到：没有这个手机号，或这个班还没有认证的学生。')
      print(`已发给 ${count} 人。`)
    },
  },
  classes: {
    usage: 'message classes                   列出可以发消息的班级',
    reads: true,
    async run({ db, print }) {
      for (const { name, title } of await namedClasses(db)) print(`${name}  ${title}`)
    },
  },
}
