import type { ExamReceipt } from '@dxx/contract/calls/exams'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { copyText } from '../share/copy-text'
import { formatReceiptTime } from './labels'

/** Short form of the hash for reading aloud: 7F3A-91C2. */
const shortHash = (hash: string) => `${hash.slice(0, 4)}-${hash.slice(4, 8)}`.toUpperCase()

/** Receipt of the submission, with a button that checks it against the server's data. */
export function ReceiptCard({ receipt }: { receipt: ExamReceipt }) {
  const { attempt, exam, submittedAt, answered, count, hash } = receipt
  const [checked, setChecked] = useState<'valid' | 'changed' | null>(null)
  const [running, setRunning] = useState(false)

  async function verify(): Promise<void> {
    setRunning(true)
    try {
      const { valid } = await callApi('GET /v1/exam_receipt', { attempt, hash })
      setChecked(valid ? 'valid' : 'changed')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.msg)
    } finally {
      setRunning(false)
    }
  }

  async function save(): Promise<void> {
    const text = `${exam} 交卷回执\n收讫 ${formatReceiptTime(submittedAt)}\n作答 ${answered}/${count} 题\n编号 ${attempt}\n校验码 ${hash}`
    toast((await copyText(text)) ? '回执已复制，可以粘贴保存' : '没有复制成功，请截图保存')
  }

  return (
    <section className="rounded-card bg-card p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-15 font-semibold">交卷回执</h2>
        <span className="flex gap-2">
          <Button kind="text" size="small" loading={running} onClick={() => void verify()}>
            验证
          </Button>
          <Button kind="text" size="small" onClick={() => void save()}>
            保存
          </Button>
        </span>
      </div>
      <p className="tabular-nums mt-1 text-13 text-ink-2">
        作答 {answered} / {count} 题 · {formatReceiptTime(submittedAt)} 收讫 · 校验码 {shortHash(hash)}
      </p>
      <p role="status" className="text-13">
        {checked === 'valid' && (
          <span className="mt-2 flex items-center gap-1.5 text-success">
            <ShieldCheck aria-hidden="true" size={16} />
            与已收到的答卷一致，交卷后没有变过
          </span>
        )}
        {checked === 'changed' && (
          <span className="mt-2 block text-danger">与已收到的答卷不一致，请带上回执联系老师或客服</span>
        )}
      </p>
    </section>
  )
}
