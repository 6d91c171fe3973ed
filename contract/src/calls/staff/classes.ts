import * as z from 'zod'
import { call, calls } from '../../call'
import { Count, CurriculumKind, Done, Id, UnixSeconds } from '../../shapes'
import { StudentNo } from '../students'
import { ItemResults, Items } from './decision-items'
import { After, cursorPageSchema, PersonBrief, Reason } from './shapes'
import { decisionErrors, WorkRef } from './work'

/** `home`: 行政班, a student has one. `course`: 教学班, a student may have several. */
export const ClassKind = z.enum(['home', 'course'])
export type ClassKind = z.infer<typeof ClassKind>

export const Term = z.object({
  id: Id,
  name: z.string(),
  /** Days of Asia/Shanghai, YYYY-MM-DD. */
  startsOn: z.string(),
  endsOn: z.string(),
})
export type Term = z.infer<typeof Term>

export const ClassBrief = z.object({
  id: Id,
  name: z.string(),
  college: z.string(),
  year: z.int(),
  kind: ClassKind,
  school: z.object({ id: Id, name: z.string() }),
  term: Term.nullable(),
  students: z.int(),
  /** Students with a verified account. */
  verified: z.int(),
  /** Nicknames of the teachers. */
  teachers: z.array(z.string()),
  archivedAt: UnixSeconds.nullable(),
})
export type ClassBrief = z.infer<typeof ClassBrief>

export const ClassStudent = z.object({
  studentNo: z.string(),
  name: z.string(),
  /** Account of the student; null if the roster entry is unclaimed. */
  person: PersonBrief.nullable(),
  /** Last time the student studied anything; null: never. */
  studiedAt: UnixSeconds.nullable(),
  /** Minutes studied in the last seven days. */
  weekMinutes: z.int(),
})
export type ClassStudent = z.infer<typeof ClassStudent>

export const RosterProblem = z.object({ line: z.int(), text: z.string(), fatal: z.boolean() })

/**
 * How a row of a roster file differs from the roster. `joined`: will be added to a teaching class; `missing`: on the
 * roster of a class of the file, but not in the file.
 */
export const RosterChange = z.enum(['new', 'changed', 'moved', 'joined', 'missing', 'same'])
export type RosterChange = z.infer<typeof RosterChange>

export const RosterImport = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(['reading', 'ready', 'applying', 'done', 'failed', 'cancelled']),
  createdAt: UnixSeconds,
  createdBy: z.string(),
  finishedAt: UnixSeconds.nullable(),
  counts: z.object({
    new: z.int(),
    changed: z.int(),
    moved: z.int(),
    missing: z.int(),
    /** Missing students with a verified account. */
    missingVerified: z.int(),
    same: z.int(),
    classes: z.int(),
    newClasses: z.int(),
    terms: z.int(),
    newTerms: z.int(),
    /** New memberships of teaching classes. */
    newMembers: z.int(),
    /** Number of teachers of the file who get a grant, and names of those without an account here. */
    teachers: z.int(),
    unknownTeachers: z.int(),
    removed: z.int(),
  }),
  /** At most 100. */
  problems: z.array(RosterProblem),
  newClassNames: z.array(z.string()),
})
export type RosterImport = z.infer<typeof RosterImport>

export const RosterRow = z.object({
  studentNo: z.string(),
  name: z.string(),
  className: z.string(),
  line: z.int(),
  change: RosterChange,
  beforeName: z.string().nullable(),
  beforeClass: z.string().nullable(),
  verified: z.boolean(),
})
export type RosterRow = z.infer<typeof RosterRow>

const GrantedContent = z.object({ id: Id, kind: CurriculumKind, title: z.string() })

export const ClassGrant = z.object({
  id: Id,
  curriculum: GrantedContent,
  seats: z.int(),
  /** Number of students who have the content through this grant. */
  used: z.int(),
  /** Number of students with an account who do not have the content, because the seats are used up. */
  without: z.int(),
  endsAt: UnixSeconds.nullable(),
})
export type ClassGrant = z.infer<typeof ClassGrant>

const Day = z.iso.date({ error: '请选择日期' })
const Name = z.string().trim().min(1, { error: '请写名称' }).max(60, { error: '名称最多 60 个字' })
const StudentNos = z.array(StudentNo).min(1, { error: '请先选择学生' }).max(500, { error: '一次最多 500 人' })
const StudentName = z.string().trim().min(1, { error: '请写姓名' }).max(40, { error: '姓名最多 40 个字' })

/** Classes, their students and their roster files. */
export const staffClasses = calls({
  'GET /staff/v1/class_list': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '班级：自己任教的，或本校的',
    input: After.extend({
      keyword: z.string().trim().max(60).optional(),
      schoolId: Id.optional(),
      term: Id.optional(),
      archived: z.boolean().default(false),
    }),
    data: cursorPageSchema(ClassBrief),
  }),
  'GET /staff/v1/class_detail': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '一个班级',
    input: z.object({ id: Id }),
    data: ClassBrief.extend({
      /** Code with which students join; null: joining by code is off. */
      joinCode: z.string().nullable(),
      waitingJoins: z.int(),
    }),
    errors: ['class-not-found'],
  }),
  'POST /staff/v1/class_save': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'keyed',
    summary: '新建班级，或修改（带 id）',
    input: z.object({
      id: Id.optional(),
      schoolId: Id,
      name: Name,
      college: z.string().trim().max(60, { error: '学院最多 60 个字' }).default(''),
      year: z.int().min(1950, { error: '年级不对' }).max(2100, { error: '年级不对' }),
      kind: ClassKind.default('home'),
      term: Id.nullable().default(null),
    }),
    data: z.object({ id: Id }),
    errors: ['class-not-found', 'school-not-found', 'term-not-found', 'class-name-taken'],
  }),
  'POST /staff/v1/class_archive': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '归档班级：不再出现在列表里，学生和成绩都留着；restore 时取消归档',
    input: z.object({ id: Id, restore: z.boolean().default(false) }),
    data: Done,
    errors: ['class-not-found'],
  }),
  'GET /staff/v1/class_students': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '班级的学生，按学号',
    input: After.extend({ id: Id, keyword: z.string().trim().max(60).optional() }),
    data: cursorPageSchema(ClassStudent),
    errors: ['class-not-found'],
  }),
  'POST /staff/v1/class_students_add': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '把学生加到班级；已在本校名册里的学生加到教学班，或转到这个行政班',
    input: z.object({
      id: Id,
      students: z
        .array(z.object({ studentNo: StudentNo, name: StudentName }))
        .min(1, { error: '请填写学生' })
        .max(200, { error: '一次最多 200 人，人多请导入名册' }),
    }),
    data: z.object({ added: z.int() }),
    errors: ['class-not-found', 'roster-name-differs'],
  }),
  'POST /staff/v1/class_students_move': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '转班：把学生转到同校的另一个班；有账号的学生会收到消息',
    input: z.object({ id: Id, to: Id, students: StudentNos }),
    data: z.object({ moved: z.int() }),
    errors: ['class-not-found'],
  }),
  'POST /staff/v1/class_students_remove': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '把学生移出班级；有账号的学生会收到消息，学习记录都留着',
    input: z.object({ id: Id, students: StudentNos, reason: Reason }),
    data: z.object({ removed: z.int() }),
    errors: ['class-not-found'],
  }),
  'POST /staff/v1/class_code': call({
    access: { staff: 'class.view' },
    source: 'added',
    writes: 'natural',
    summary: '开放、更换或关闭加入班级的班级码；换了以后旧的码作废',
    input: z.object({ id: Id, action: z.enum(['open', 'renew', 'close']) }),
    data: z.object({ joinCode: z.string().nullable() }),
    errors: ['class-not-found'],
  }),
  'GET /staff/v1/term_list': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '学期，新的在前',
    input: z.object({ schoolId: Id.optional() }),
    data: z.array(Term.extend({ school: z.object({ id: Id, name: z.string() }) })),
  }),
  'POST /staff/v1/term_save': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'keyed',
    summary: '新增学期，或修改（带 id）',
    input: z
      .object({ id: Id.optional(), schoolId: Id, name: Name, startsOn: Day, endsOn: Day })
      .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { error: '学期不能先结束再开始', path: ['endsOn'] }),
    data: z.object({ id: Id }),
    errors: ['school-not-found', 'term-not-found'],
  }),

  'POST /staff/v1/roster_check': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'keyed',
    summary: '读一份名册（xlsx、csv，或 OneRoster 的 zip），算出差别；什么都不改',
    input: z.object({ schoolId: Id, upload: Id }),
    data: z.object({ id: Id }),
    errors: ['school-not-found', 'upload-not-found', 'upload-refused'],
  }),
  'GET /staff/v1/roster_list': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '名册导入的记录，新的在前，最多 50 份',
    input: z.object({ schoolId: Id.optional() }),
    data: z.array(RosterImport),
  }),
  'GET /staff/v1/roster_import': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '一份名册：读到哪一步、差别有多少、有什么问题',
    input: z.object({ id: Id }),
    data: RosterImport,
    errors: ['roster-not-found'],
  }),
  'GET /staff/v1/roster_rows': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '一份名册里某一类差别的学生，按学号',
    input: After.extend({ id: Id, change: RosterChange }),
    data: cursorPageSchema(RosterRow),
    errors: ['roster-not-found'],
  }),
  'POST /staff/v1/roster_apply': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '按名册更新；remove 为 none 时不移出任何人，unclaimed 时移出没有账号的，all 时都移出',
    input: z.object({ id: Id, remove: z.enum(['none', 'unclaimed', 'all']).default('none'), removing: Count }),
    data: Done,
    errors: ['roster-not-found', 'roster-changed'],
  }),
  'POST /staff/v1/roster_cancel': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '放弃一份还没有应用的名册',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['roster-not-found', 'roster-changed'],
  }),

  'GET /staff/v1/class_grants': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '学校授予班级的内容：名额、用了多少、到什么时候',
    input: z.object({ class: Id }),
    data: z.array(ClassGrant),
    errors: ['class-not-found'],
  }),
  'POST /staff/v1/class_grant': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '把内容授予班级，或改名额和期限；收费内容不能超过学校买的名额',
    input: z.object({
      class: Id,
      curriculum: Id,
      seats: z.int().min(1, { error: '至少 1 个名额' }).max(100_000, { error: '名额太多' }),
      endsAt: UnixSeconds.nullable().default(null),
    }),
    data: z.array(ClassGrant),
    errors: ['class-not-found', 'curriculum-not-found', 'seats-exceeded'],
  }),
  'POST /staff/v1/class_grant_revoke': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '收回授予班级的内容；学生自己买的不受影响',
    input: z.object({ id: Id, reason: Reason }),
    data: Done,
    errors: ['grant-not-found'],
  }),
  'GET /staff/v1/school_seats': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '学校买的名额和已经授予班级的',
    input: z.object({ schoolId: Id }),
    data: z.array(
      z.object({ curriculum: GrantedContent, seats: z.int(), granted: z.int(), endsAt: UnixSeconds.nullable() }),
    ),
    errors: ['school-not-found'],
  }),
  'GET /staff/v1/seats_list': call({
    access: { staff: 'catalogue.manage' },
    source: 'added',
    summary: '各校买的名额和已经授予班级的，最多 1000 项；和可以选的学校',
    input: z.object({}),
    data: z.object({
      schools: z.array(z.object({ id: Id, name: z.string() })),
      list: z.array(
        z.object({
          school: z.object({ id: Id, name: z.string() }),
          curriculum: GrantedContent,
          seats: z.int(),
          granted: z.int(),
          /** Number of students who have the content through their class. */
          used: z.int(),
          endsAt: UnixSeconds.nullable(),
        }),
      ),
    }),
  }),
  'POST /staff/v1/school_seats_set': call({
    access: { staff: 'catalogue.manage' },
    source: 'added',
    writes: 'natural',
    summary: '设定一所学校一项收费内容的名额和期限',
    input: z.object({
      schoolId: Id,
      curriculum: Id,
      seats: z.int().min(0).max(1_000_000, { error: '名额太多' }),
      endsAt: UnixSeconds.nullable().default(null),
    }),
    data: Done,
    errors: ['school-not-found', 'curriculum-not-found'],
  }),

  'POST /staff/v1/join_approve': call({
    access: { staff: 'class.view' },
    source: 'added',
    writes: 'natural',
    summary: '同意加入班级，一次最多 50 件；同时通过学生认证',
    input: z.object({ items: Items }),
    data: z.object({ approved: z.int(), results: ItemResults }),
    errors: [...decisionErrors, 'join-conflict'],
  }),
  'POST /staff/v1/join_reject': call({
    access: { staff: 'class.view' },
    source: 'added',
    writes: 'natural',
    summary: '不同意加入班级；原因会显示给学生',
    input: WorkRef.extend({ reason: Reason }),
    data: Done,
    errors: [...decisionErrors],
  }),
})
