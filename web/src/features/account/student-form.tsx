import type { StudentAuthInfo } from '@dxx/contract/calls/students'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { type CallData, useCall } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Cell, CellGroup } from '../../ui/cell'
import { Field } from '../../ui/field'
import { ListPicker } from '../../ui/list-picker'
import { Uploader } from '../../ui/uploader'
import { uploadFile } from '../uploads/upload'
import { type ChosenSchool, SchoolSheet } from './school-sheet'

interface Draft {
  school: ChosenSchool | null
  /** One of the school's classes; null if `className` was typed by hand. */
  classId: string | null
  className: string
  studentNo: string
  name: string
}

const CampusAuth = lazy(async () => ({ default: (await import('./campus-auth')).CampusAuth }))

const blank: Draft = { school: null, classId: null, className: '', studentNo: '', name: '' }

/** Prefills the form with the previous application. */
function draftOf(application: StudentAuthInfo['application']): Draft {
  if (!application) return blank
  const { schoolId, universityCode, school, classId, className, studentNo, name } = application
  const chosen = { name: school, ...(schoolId ? { schoolId } : { universityCode: universityCode ?? undefined }) }
  return { school: chosen, classId, className, studentNo, name }
}

interface StudentFormProps {
  application: StudentAuthInfo['application']
  /** URL of the page with this form, to which a campus login returns. */
  route: string
  /** Called after a campus account has passed the authentication. */
  onPassed(): void
  onDone(data: CallData<'POST /v1/student_auth'>): void
}

export function StudentForm({ application, route, onPassed, onDone }: StudentFormProps) {
  const [draft, setDraft, clear] = useDraft<Draft>('student-auth', draftOf(application))
  const [photo, setPhoto] = useState<string[]>([])
  const [problem, setProblem] = useState<{ field: string; msg: string } | null>(null)
  /** Ids of the uploaded photos, by their URLs. */
  const uploaded = useRef(new Map<string, string>())
  const { run, running } = useAction('POST /v1/student_auth', {
    onDone: (data) => {
      clear()
      onDone(data)
    },
    onError: ({ msg, data, shown }) => !shown && setProblem({ field: String(data.field ?? ''), msg }),
  })

  const change = (next: Partial<Draft>) => {
    setProblem(null)
    setDraft((before) => ({ ...before, ...next }))
  }

  async function upload(file: File, progress: (percent: number) => void) {
    const { id, url } = await uploadFile('student-card', file, progress)
    uploaded.current.set(url, id)
    return url
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (running || requireMobile()) return
    const { school, classId, studentNo, name } = draft
    const className = draft.className.trim()
    if (!school) return setProblem({ field: 'schoolId', msg: '请选择学校' })
    if (!classId && !className) return setProblem({ field: 'classId', msg: '请选择或填写班级' })
    if (!studentNo.trim()) return setProblem({ field: 'studentNo', msg: '请填写学号' })
    if (!name.trim()) return setProblem({ field: 'name', msg: '请填写真实姓名' })
    setProblem(null)
    const { schoolId, universityCode, needsCard } = school
    const card = photo[0] && uploaded.current.get(photo[0])
    if (needsCard && !card) return setProblem({ field: 'photo', msg: '这所学校要核对学生证，请上传学生证照片' })
    void run({
      ...(schoolId ? { schoolId } : { universityCode }),
      ...(classId ? { classId } : { className }),
      studentNo: studentNo.trim(),
      name: name.trim(),
      ...(card && { photo: card }),
    })
  }

  const error = (field: string) => (problem?.field === field ? problem.msg : undefined)
  const placed = ['studentNo', 'name', 'className'].includes(problem?.field ?? '')
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      <SchoolAndClass draft={draft} change={change} error={error('className')} />
      <Suspense>
        <CampusAuth school={campusOf(draft.school)} route={route} onPassed={onPassed} />
      </Suspense>
      <Card className="space-y-4">
        <Field
          label="学号"
          placeholder="请输入学号"
          autoCapitalize="none"
          maxLength={32}
          value={draft.studentNo}
          onChange={(studentNo) => change({ studentNo })}
          error={error('studentNo')}
        />
        <Field
          label="姓名"
          placeholder="与学校登记的一致"
          autoComplete="name"
          maxLength={40}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={error('name')}
        />
        <Uploader
          label={`学生证照片（${draft.school?.needsCard ? '必传' : '选填'}，仅用于审核）`}
          value={photo}
          onChange={setPhoto}
          upload={upload}
          max={1}
        />
      </Card>
      {problem && !placed && (
        <p role="alert" className="px-1 text-13 text-danger">
          {problem.msg}
        </p>
      )}
      <Button type="submit" block loading={running}>
        提交认证
      </Button>
    </form>
  )
}

const campusOf = (school: ChosenSchool | null) =>
  school?.campusLogin && school.schoolId ? { id: school.schoolId, name: school.name } : null

interface SchoolAndClassProps {
  draft: Draft
  change(next: Partial<Draft>): void
  error: string | undefined
}

const byHand = ''

function SchoolAndClass({ draft, change, error }: SchoolAndClassProps) {
  const { school, classId, className } = draft
  const [open, setOpen] = useState<'school' | 'class' | null>(null)
  const [writing, setWriting] = useState(className !== '' && classId === null)
  const { data: classes } = useCall(
    'GET /v1/get_class',
    { schoolId: school?.schoolId ?? '' },
    { enabled: school?.schoolId !== undefined },
  )
  const listed = school?.schoolId ? (classes ?? []) : []
  const close = () => setOpen(null)
  // The class is typed by hand if the school has no class list or the class is not in the list.
  const write = school !== null && (listed.length === 0 || writing)
  return (
    <>
      <CellGroup>
        <Cell title="学校" value={school?.name ?? '请选择'} onClick={() => setOpen('school')} />
        {listed.length > 0 && (
          <Cell title="班级" value={writing ? '自己填写' : className || '请选择'} onClick={() => setOpen('class')} />
        )}
      </CellGroup>
      {write && (
        <Card>
          <Field
            label="班级"
            placeholder="如 计算机 2401 班"
            maxLength={40}
            value={className}
            onChange={(text) => change({ classId: null, className: text })}
            error={error}
          />
        </Card>
      )}
      <SchoolSheet
        open={open === 'school'}
        onClose={close}
        onChoose={(chosen) => {
          setWriting(false)
          change({ school: chosen, classId: null, className: '' })
        }}
      />
      <ListPicker
        open={open === 'class'}
        onClose={close}
        label="选择班级"
        options={[
          ...listed.map(({ id, name, college, year }) => ({ value: id, title: name, note: `${college} · ${year} 级` })),
          { value: byHand, title: '不在列表里，自己填写' },
        ]}
        value={writing ? byHand : classId}
        onChange={(value) => {
          setWriting(value === byHand)
          const found = listed.find(({ id }) => id === value)
          change({ classId: found?.id ?? null, className: found?.name ?? '' })
        }}
      />
    </>
  )
}
