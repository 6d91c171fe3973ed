import type { Invoice } from '@dxx/contract/calls/commerce'
import { isTaxNo } from '@dxx/contract/rules/tax-no'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-action'
import { useDraft } from '../../state/drafts'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Field } from '../../ui/field'
import { Segmented } from '../../ui/segmented'

type Draft = Pick<Invoice, 'kind' | 'title' | 'taxNo' | 'email'>
type Problem = { field: string; msg: string }

const blank: Draft = { kind: 'personal', title: '', taxNo: '', email: '' }

function draftOf(invoice: Invoice | null): Draft {
  if (!invoice) return blank
  const { kind, title, taxNo, email } = invoice
  return { kind, title, taxNo, email }
}

function problemOf({ kind, title, taxNo, email }: Draft): Problem | null {
  if (title.trim().length < 2) return { field: 'title', msg: '请填写发票抬头' }
  if (kind === 'company' && !isTaxNo(taxNo)) return { field: 'taxNo', msg: '税号不正确，请核对 18 位税号' }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) return { field: 'email', msg: '请填写正确的邮箱' }
  return null
}

interface InvoiceFormProps {
  orderId: string
  /** Invoice requested earlier, if any. */
  invoice: Invoice | null
  onDone(): void
}

export function InvoiceForm({ orderId, invoice, onDone }: InvoiceFormProps) {
  const [draft, setDraft, clear] = useDraft<Draft>(`invoice:${orderId}`, draftOf(invoice))
  const [problem, setProblem] = useState<Problem | null>(null)
  const { run, running } = useAction('POST /v1/invoice_request', {
    onDone: () => {
      clear()
      onDone()
    },
    onError: ({ msg, shown, data }) => !shown && setProblem({ field: String(data.field ?? ''), msg }),
  })
  const change = (next: Partial<Draft>) => {
    setProblem(null)
    setDraft((before) => ({ ...before, ...next }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemOf(draft)
    setProblem(found)
    const { kind, title, taxNo, email } = draft
    if (!found)
      void run({ orderId, kind, title: title.trim(), taxNo: kind === 'company' ? taxNo : '', email: email.trim() })
  }

  const error = (field: string) => (problem?.field === field ? problem.msg : undefined)
  const placed = ['title', 'taxNo', 'email'].includes(problem?.field ?? '')
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      <Card className="space-y-4">
        <Segmented
          label="抬头类型"
          options={[
            { value: 'personal', title: '个人' },
            { value: 'company', title: '单位' },
          ]}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
        />
        <Field
          label="发票抬头"
          placeholder={draft.kind === 'company' ? '单位全称' : '姓名'}
          autoComplete={draft.kind === 'company' ? 'organization' : 'name'}
          maxLength={100}
          value={draft.title}
          onChange={(title) => change({ title })}
          error={error('title')}
        />
        {draft.kind === 'company' && (
          <Field
            label="税号"
            placeholder="18 位统一社会信用代码"
            autoCapitalize="characters"
            maxLength={18}
            value={draft.taxNo}
            onChange={(taxNo) => change({ taxNo: taxNo.toUpperCase().replace(/\s/g, '') })}
            error={error('taxNo')}
          />
        )}
        <Field
          label="邮箱"
          placeholder="发票会发到这里"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={200}
          value={draft.email}
          onChange={(email) => change({ email })}
          error={error('email')}
        />
      </Card>
      {problem && !placed && (
        <p role="alert" className="px-1 text-13 text-danger">
          {problem.msg}
        </p>
      )}
      <Button type="submit" block loading={running}>
        {invoice ? '保存修改' : '提交申请'}
      </Button>
    </form>
  )
}
