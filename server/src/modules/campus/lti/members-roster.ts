import type { campus } from '@dxx/contract/calls/staff/campus'
import { StudentNo } from '@dxx/contract/calls/students'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import { type RosterFile, rosterSlug, startRosterImport } from '../../classes/public'
import { schoolInScope, schoolTarget } from '../school-scope'

interface Member {
  subject: string
  name: string
  studentNo: string
  isTeacher: boolean
  active: boolean
}

interface Course {
  key: string
  name: string
}

/**
 * Members of a course as a roster with one teaching class. Members without a usable number are left out and named:
 * without it the same person would be added twice.
 */
function rosterOfMembers(course: Course, members: Member[]): RosterFile {
  const slug = rosterSlug('c', course.key)
  const problems: RosterFile['problems'] = []
  const students = new Map<string, RosterFile['students'][number]>()
  const learners = members.filter(({ isTeacher, active }) => !isTeacher && active)
  learners.forEach((member, at) => {
    const line = at + 1
    const name = member.name.replace(/\s+/g, ' ').trim().slice(0, 40)
    const number = StudentNo.safeParse(member.studentNo)
    const shown = name || member.subject.slice(0, 40)
    if (!number.success) problems.push({ line, text: `${shown}没有可用的学号，没有列入`, fatal: false })
    else if (!name) problems.push({ line, text: `学号 ${number.data} 没有姓名，没有列入`, fatal: false })
    else if (students.has(number.data))
      problems.push({ line, text: `${shown}的学号 ${number.data} 和别人重复，没有列入`, fatal: false })
    else students.set(number.data, { studentNo: number.data, name, line, home: null, courses: [slug] })
  })
  if (students.size === 0)
    problems.push({ line: 0, text: '名单里没有带学号的学生：请平台提供学号，或在平台设置里改学号的来源', fatal: true })
  return {
    terms: [],
    classes: [{ slug, name: course.name, college: '', year: null, kind: 'course', term: null }],
    students: [...students.values()],
    teachers: members.flatMap(({ isTeacher, active, name }) =>
      isTeacher && active ? { class: slug, name, mobile: '' } : [],
    ),
    problems,
  }
}

export const membersRosterHandlers: Pick<Handlers<typeof campus>, 'POST /staff/v1/lti_members_import'> = {
  'POST /staff/v1/lti_members_import': async (ctx, { schoolId, id }) => {
    const { db, user, clock } = ctx
    const school = await schoolInScope(ctx, schoolId)
    const { rows } = await sql<{
      platform_id: number
      platform: string
      context_id: string
      title: string
      read: boolean
    }>`
      select l.platform_id, p.name as platform, l.context_id, l.context_title as title,
        l.members_read_at is not null as read
      from lti_links l join lti_platforms p on p.id = l.platform_id
      where l.uid = ${id}::uuid and p.school_id = ${school.rowId}`.execute(db)
    const link = rows[0] ?? fail('platform-not-found')
    if (!link.read) fail('platform-not-found', { msg: '还没有读取这门课的名单，请先读取' })
    const { rows: members } = await sql<Member>`
      select subject, name, student_no as "studentNo", is_teacher as "isTeacher", active from lti_members
      where platform_id = ${link.platform_id} and context_id = ${link.context_id} order by student_no, subject`.execute(
      db,
    )
    const name = (link.title || `${link.platform}的课程`).slice(0, 60)
    const file = rosterOfMembers({ key: `lti/${link.platform_id}/${link.context_id}`, name }, members)
    const roster = { schoolId: school.rowId, createdBy: user.id, fileName: `${name}（${link.platform}）` }
    // Comparing does not change the roster and is not audited; applying it is.
    ctx.audit({ target: schoolTarget(school), after: { compared: name } })
    return { id: await startRosterImport(db, roster, file, clock.now()) }
  },
}
