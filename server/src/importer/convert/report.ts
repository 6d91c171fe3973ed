/** Counts the converted constructs and lists the losses of a conversion. */
export class ConversionReport {
  readonly lines: string[] = []
  private readonly counts = new Map<string, number>()

  /** Counts a construct that was converted: 提示框, 选项卡. */
  mapped(what: string, count = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count)
  }

  /** Reports a loss with its file. */
  lost(file: string, text: string): void {
    this.lines.push(`${file} 提醒 ${text}`)
  }

  /** One line with the counts of converted constructs. */
  get summary(): string {
    const listed = [...this.counts].map(([what, count]) => `${what} ${count}`)
    return listed.length === 0 ? '转换：没有需要转换的写法' : `转换：${listed.join('，')}`
  }
}
