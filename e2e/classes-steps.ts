import { newMobile, register } from './accounts'
import { api, tokenOf } from './browser'
import { teacher } from './console'

export const patient = { timeout: 45_000 }

/** Opens a class of the sample teacher for joining. Returns its code, its id and the teacher's calls. */
export async function openClass(className: string) {
  const session = await api(await tokenOf(teacher)).call('POST /staff/v1/session_open', {})
  const staff = api(session.token)
  const theClass = (await staff.call('GET /staff/v1/class_list', {})).list.find((one) => one.name === className)!
  const { joinCode } = await staff.call('POST /staff/v1/class_code', { id: theClass.id, action: 'open' })
  return { staff, classId: theClass.id, code: joinCode! }
}

/** A new student in a class of the sample teacher, and the teacher's calls. */
export async function joinedStudent(className: string, name: string, nickname = `离线${Date.now() % 1e6}`) {
  const { staff, classId, code } = await openClass(className)
  const token = await register(newMobile(), nickname)
  await api(token).call('POST /v1/class_join', { code, studentNo: `o${Date.now()}`, name })
  const { list } = await staff.call('GET /staff/v1/work_list', { kinds: ['join'] })
  await staff.call('POST /staff/v1/join_approve', { items: [{ id: list.find((one) => one.title.includes(name))!.id }] })
  return { staff, token, classId }
}
