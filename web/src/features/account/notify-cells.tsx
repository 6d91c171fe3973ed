import { useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { type CallData, changeAnswers, invalidateCalls, useCall } from '../../api/use-call'
import { toast } from '../../state/flash'
import { Cell, CellGroup } from '../../ui/cell'
import { Picker } from '../../ui/picker'
import { Switch } from '../../ui/switch'
import { hourAndMinute, minuteOf, timeText } from './remind-time'

type Settings = CallData<'GET /v1/notify_settings'>

const two = (number: number) => String(number).padStart(2, '0')
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: two(hour), title: `${hour} 时` }))
const minutes = Array.from({ length: 12 }, (_, index) => ({ value: two(index * 5), title: `${index * 5} 分` }))
const columns = () => [
  { label: '时', options: hours },
  { label: '分', options: minutes },
]
/** Suggested time of the reminder: eight in the evening, when most students study. */
const usual = 20 * 60

async function save(settings: Settings): Promise<void> {
  try {
    await callApi('POST /v1/notify_settings', settings)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.shown) toast(error.msg)
    void invalidateCalls('GET /v1/notify_settings')
  }
}

/** Which messages the user gets, and the daily reminder. */
export function NotifyCells() {
  const { data } = useCall('GET /v1/notify_settings', {})
  const [choosing, setChoosing] = useState(false)
  const show = (settings: Settings) => changeAnswers('GET /v1/notify_settings', () => settings)
  /** Changes are sent one after the other, because a second switch is often tapped before the first is saved. */
  const sending = useRef(Promise.resolve())
  if (!data) return null
  const change = (next: Partial<Settings>) => {
    const settings = { ...data, ...next }
    show(settings)
    sending.current = sending.current.then(() => save(settings))
  }
  const { social, remindMinute } = data
  return (
    <CellGroup title="通知">
      <Cell
        title="点赞和回复"
        note="考试、订单和账号的通知始终会送达"
        value={<Switch label="点赞和回复的通知" checked={social} onChange={(on) => change({ social: on })} />}
      />
      <Cell
        title="学习提醒"
        note="到时间还没有学习，就在消息里提醒你"
        value={
          <Switch
            label="学习提醒"
            checked={remindMinute !== null}
            onChange={(on) => change({ remindMinute: on ? usual : null })}
          />
        }
      />
      {remindMinute !== null && (
        <Cell title="提醒时间" value={`每天 ${timeText(remindMinute)}`} onClick={() => setChoosing(true)} />
      )}
      <Picker
        open={choosing}
        onClose={() => setChoosing(false)}
        title="每天几点提醒"
        columns={columns}
        value={hourAndMinute(remindMinute ?? usual)}
        onConfirm={(values) => change({ remindMinute: minuteOf(values) })}
      />
    </CellGroup>
  )
}
