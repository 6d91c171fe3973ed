import { readSwitches, setSwitches } from '../modules/content/switches'
import { type OpsCommands, UsageError } from './command'

const names = { showBook: '显示电子书和数字教材', review: '应用商店审核中' } as const
type Name = keyof typeof names
const states: Readonly<Record<string, boolean>> = { on: true, off: false }

const isName = (text: string): text is Name => Object.hasOwn(names, text)

export const switches: OpsCommands = {
  list: {
    usage: 'switches list                     查看版本与审核开关',
    reads: true,
    async run({ db, print }) {
      const now = await readSwitches(db)
      for (const name of Object.keys(names) as Name[]) print(`${name}  ${now[name] ? 'on' : 'off'}  ${names[name]}`)
    },
  },
  set: {
    usage: 'switches set <开关> <on|off>       打开或关闭；showBook 关闭后电子书和数字教材到处都不显示',
    async run({ audited, print }, [name = '', state = '']) {
      if (!isName(name) || !Object.hasOwn(states, state)) throw new UsageError()
      await audited(
        async (tx) => {
          const before = (await readSwitches(tx))[name]
          await setSwitches(tx, { [name]: states[state] })
          return before
        },
        (before) => ({
          target: { kind: 'switch', id: name, name: names[name] },
          before: { on: before },
          after: { on: states[state] },
        }),
      )
      print(`已${states[state] ? '打开' : '关闭'}：${names[name]}。半分钟内对所有人生效，已打开的页面下次启动时生效。`)
    },
  },
}
