import { timing } from '@dxx/contract/rules/constants'
import { formatDate, formatDateTime } from '@dxx/contract/rules/time-from'
import { useEffect, useRef, useState } from 'react'
import { isMobile, MobileField, mobileProblem } from '../../features/account/mobile-field'
import { toast } from '../../state/flash'
import { writeStored } from '../../state/local-storage'
import { Calendar } from '../../ui/calendar'
import { Cell, CellGroup } from '../../ui/cell'
import { Checkbox } from '../../ui/checkbox'
import { CodeInput } from '../../ui/code-input'
import { CountdownButton } from '../../ui/countdown-button'
import { DatetimePicker } from '../../ui/datetime-picker'
import { Field } from '../../ui/field'
import { ListPicker } from '../../ui/list-picker'
import { NumberBox } from '../../ui/number-box'
import { Picker } from '../../ui/picker'
import { RadioGroup } from '../../ui/radio-group'
import { RateInput } from '../../ui/rate'
import { SearchBox } from '../../ui/search-box'
import { Segmented } from '../../ui/segmented'
import { Textarea } from '../../ui/textarea'
import { Uploader, type UploaderProps } from '../../ui/uploader'
import { sampleImage, sampleSvg } from './sample-image'
import { Section, Specimen } from './section'

const options = (titles: string[]) => titles.map((title) => ({ value: title, title }))

const cities: Record<string, string[]> = {
  湖北: ['武汉', '宜昌', '襄阳', '荆州'],
  江苏: ['南京', '苏州', '无锡'],
  四川: ['成都', '绵阳'],
}

export function Forms() {
  return (
    <>
      <Texts />
      <Choices />
      <Pickers />
      <Days />
    </>
  )
}

function Texts() {
  const [words, setWords] = useState('')
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const [note, setNote] = useState('')
  const wrong = mobile.length === 11 && !isMobile(mobile)
  return (
    <Section title="输入">
      <div className="flex">
        <SearchBox value={words} onChange={setWords} onSearch={(text) => toast(`搜索：${text}`)} />
      </div>
      <Specimen name="手机号与验证码（倒计时刷新后仍在）">
        <div className="space-y-3">
          <MobileField value={mobile} onChange={setMobile} error={wrong ? mobileProblem : undefined} />
          <CodeInput value={code} onChange={setCode} onComplete={(digits) => toast(`已填写 ${digits}`)} />
          <CodeInput value="2026" onChange={() => {}} error="验证码不对，请看看短信再填一次" />
          <div className="flex flex-wrap gap-6">
            <CountdownButton id="gallery" onSend={async () => toast('这里不会真的发送短信')} />
            <Counting id="gallery-running" seconds={timing.codeCountdownSeconds} />
            <Counting id="gallery-again" seconds={1} />
          </div>
          <Field label="真实姓名" value="周同学" onChange={() => {}} hint="认证通过后不可修改" disabled />
        </div>
      </Specimen>
      <Specimen name="多行文字">
        <Textarea label="评价" placeholder="说说你的学习感受" value={note} onChange={setNote} />
      </Specimen>
    </Section>
  )
}

/** Countdown button that is already counting down, so that the gallery also shows its end. */
function Counting({ id, seconds }: { id: string; seconds: number }) {
  useState(() => writeStored(`dxx-code-until:${id}`, String(Date.now() + seconds * 1000)))
  return <CountdownButton id={id} onSend={async () => {}} />
}

function Choices() {
  const [stars, setStars] = useState(4)
  const [count, setCount] = useState(1)
  const [agreed, setAgreed] = useState(false)
  const [sort, setSort] = useState('综合')
  const [way, setWay] = useState('微信支付')
  const [pictures, setPictures] = useState<string[]>([])
  // Nothing is uploaded in the gallery; the file is read, so that the progress is real.
  const read = (file: File, progress: (percent: number) => void) =>
    new Promise<string>((resolve, reject) => {
      const reader = new FileReader()
      reader.onprogress = (event) => progress((event.loaded / event.total) * 100)
      reader.onload = () => resolve(String(reader.result))
      reader.onerror = () => reject(reader.error)
      reader.readAsDataURL(file)
    })
  return (
    <Section title="选择">
      <Specimen name="评分、数量、分段、勾选">
        <div className="space-y-3">
          <RateInput label="课程评分" value={stars} onChange={setStars} />
          <div className="flex flex-wrap gap-3">
            <NumberBox label="数量" value={count} onChange={setCount} max={20} />
            <NumberBox label="最多的数量" value={20} onChange={() => {}} max={20} />
          </div>
          <Segmented label="排序" options={options(['综合', '最新', '人气', '价格'])} value={sort} onChange={setSort} />
          <Checkbox checked={agreed} onChange={setAgreed}>
            我已阅读并同意<span className="text-primary">《用户协议》《隐私政策》</span>
          </Checkbox>
        </div>
      </Specimen>
      <div className="rounded-card bg-card">
        <RadioGroup
          label="支付方式"
          options={[...options(['微信支付', '支付宝']), { value: '测试', title: '测试收银台', note: '仅开发环境' }]}
          value={way}
          onChange={setWay}
        />
      </div>
      <Specimen name="上传图片">
        <Uploader label="问题截图" value={pictures} onChange={setPictures} upload={read} max={6} />
        <div className="mt-3 grid gap-3 desk:grid-cols-3">
          <Filled label="正在上传" upload={staying} />
          <Filled label="没有传上去" upload={failing} />
          <Uploader label="已满" value={[sampleImage(1), sampleImage(2)]} onChange={() => {}} upload={read} max={2} />
        </div>
      </Specimen>
    </Section>
  )
}

const staying: UploaderProps['upload'] = (_file, progress) => {
  progress(60)
  return new Promise(() => {})
}
const failing: UploaderProps['upload'] = () => Promise.reject(new Error('as shown'))

/** Uploader that already has a picture. */
function Filled({ label, upload }: Pick<UploaderProps, 'label' | 'upload'>) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = root.current?.querySelector('input')
    if (!input) return
    const chosen = new DataTransfer()
    chosen.items.add(new File([sampleSvg(3)], '笔记.svg', { type: 'image/svg+xml' }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, [])
  return (
    <div ref={root}>
      <Uploader label={label} value={[]} onChange={() => {}} upload={upload} max={2} />
    </div>
  )
}

function Pickers() {
  const [open, setOpen] = useState<'sort' | 'city' | 'time' | null>(null)
  const [school, setSchool] = useState('江城大学')
  const [place, setPlace] = useState(['湖北', '武汉'])
  const [time, setTime] = useState(() => Math.floor(Date.now() / 60_000) * 60)
  const close = () => setOpen(null)
  return (
    <Section title="选择器">
      <CellGroup>
        <Cell title="学校" value={school} onClick={() => setOpen('sort')} />
        <Cell title="所在地" value={place.join(' ')} onClick={() => setOpen('city')} />
        <Cell title="提醒时间" value={formatDateTime(time)} onClick={() => setOpen('time')} />
      </CellGroup>
      <ListPicker
        open={open === 'sort'}
        onClose={close}
        label="选择学校"
        options={options(['江城大学', '东湖学院', '长江理工大学'])}
        value={school}
        onChange={setSchool}
      />
      <Picker
        open={open === 'city'}
        onClose={close}
        title="选择所在地"
        value={place}
        columns={([province = '湖北']) => [
          { label: '省份', options: options(Object.keys(cities)) },
          { label: '城市', options: options(cities[province] ?? []) },
        ]}
        onConfirm={setPlace}
      />
      <DatetimePicker open={open === 'time'} onClose={close} title="提醒时间" value={time} onConfirm={setTime} />
    </Section>
  )
}

function Days() {
  const today = formatDate(Date.now() / 1000)
  const [day, setDay] = useState<string | null>(null)
  return (
    <Section title="日历">
      <Specimen name="三个月，圆点表示有学习记录">
        <Calendar today={today} value={day} onSelect={setDay} marks={{ [today]: '学习 46 分钟' }} />
      </Specimen>
    </Section>
  )
}
