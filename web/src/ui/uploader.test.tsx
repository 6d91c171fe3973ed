import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Uploader } from './uploader'

interface Sent {
  file: File
  progress: (percent: number) => void
  done: (address: string) => void
  fail: (error: Error) => void
}

let sent: Sent[] = []

beforeEach(() => {
  sent = []
})

afterEach(cleanup)

function Form({ max }: { max?: number }) {
  const [pictures, setPictures] = useState<string[]>([])
  const upload = (file: File, progress: Sent['progress']) =>
    new Promise<string>((done, fail) => void sent.push({ file, progress, done, fail }))
  return (
    <>
      <Uploader label="截图" value={pictures} onChange={setPictures} upload={upload} max={max} />
      <output>{pictures.join(' ')}</output>
    </>
  )
}

const file = (name: string, type = 'image/png') => new File(['x'], name, { type })
const choose = (...files: File[]) =>
  act(async () => void fireEvent.change(screen.getByLabelText('选择图片'), { target: { files } }))
const settle = (change: () => void) => act(async () => change())
const value = () => document.querySelector('output')?.textContent

describe('uploader', () => {
  it('the uploader accepts images only and reports other files', async () => {
    render(<Form />)
    await choose(file('a.png'), file('virus.exe', 'application/x-msdownload'), file('page.svg.html', 'text/html'))
    expect(sent.map((one) => one.file.name)).toEqual(['a.png'])
    screen.getByText('只能上传图片')
  })

  it('the uploader accepts at most 52 pictures, or the given maximum', async () => {
    render(<Form max={2} />)
    await choose(file('a.png'), file('b.png'), file('c.png'))
    expect(sent).toHaveLength(2)
    screen.getByText('最多上传 2 张图片')
    expect(screen.queryByLabelText('选择图片')).toBeNull()
    cleanup()
    render(<Form />)
    await choose(...Array.from({ length: 60 }, (_, index) => file(`${index}.png`)))
    expect(sent).toHaveLength(2 + 52)
  })

  it('a form is not submitted while a picture is uploading or has failed, and the reason is shown', async () => {
    let submitted = 0
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted++
        }}
      >
        <Form />
        <button type="submit">提交</button>
      </form>,
    )
    const submit = () => act(async () => void fireEvent.click(screen.getByText('提交')))
    await choose(file('a.png'))
    await submit()
    expect([submitted, screen.queryByText('图片还在上传，传完再提交') !== null]).toEqual([0, true])
    await settle(() => sent[0]!.fail(new Error('网络')))
    await submit()
    expect([submitted, screen.queryByText(/有图片没有传上去/) !== null]).toEqual([0, true])
    await settle(() => fireEvent.click(screen.getByLabelText('移除a.png')))
    await submit()
    expect([submitted, screen.queryByText(/上传，传完|没有传上去/)]).toEqual([1, null])
  })

  it('two uploads that complete at the same time are both added', async () => {
    render(<Form />)
    await choose(file('a.png'), file('b.png'))
    await settle(() => {
      sent[1]?.done('/media/b')
      sent[0]?.done('/media/a')
    })
    expect(value()?.split(' ').sort()).toEqual(['/media/a', '/media/b'])
  })

  it('the uploader shows the progress, and after a failure 重新上传 retries', async () => {
    render(<Form />)
    await choose(file('a.png'))
    await settle(() => sent[0]?.progress(40))
    expect(screen.getByRole('progressbar', { name: 'a.png 上传进度' }).getAttribute('aria-valuenow')).toBe('40')
    await settle(() => sent[0]?.fail(new Error('offline')))
    expect(value()).toBe('')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '重新上传' })))
    await settle(() => sent[1]?.done('/media/a'))
    expect(value()).toBe('/media/a')
  })

  it('a picture removed during its upload does not come back', async () => {
    render(<Form />)
    await choose(file('a.png'))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '移除a.png' })))
    await settle(() => sent[0]?.done('/media/a'))
    expect(value()).toBe('')
  })

  it('an uploaded picture can be removed', async () => {
    render(<Form />)
    await choose(file('a.png'))
    await settle(() => sent[0]?.done('/media/a'))
    fireEvent.click(screen.getByRole('button', { name: '移除第 1 张图片' }))
    expect(value()).toBe('')
  })
})
