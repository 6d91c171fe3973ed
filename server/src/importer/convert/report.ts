import {
  addBalance,
  type Balance,
  balanceOf,
  type Content,
  formatBalance,
  noBalance,
  unnamedLosses,
} from '../../text/balance'

/** Counts the converted constructs, lists the losses of a conversion, and balances each page against its source. */
export class ConversionReport {
  readonly lines: string[] = []
  readonly balance: Balance = noBalance()
  /** Losses that the converter itself did not report, which is a defect of the converter. */
  readonly unnamed: string[] = []
  private readonly counts = new Map<string, number>()
  private readonly lostIn = new Map<string, string[]>()

  /** Counts a construct that was converted: 提示框, 选项卡. */
  mapped(what: string, count = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count)
  }

  /** Reports a loss with its file. */
  lost(file: string, text: string): void {
    this.lines.push(`${file} 提醒 ${text}`)
    const known = this.lostIn.get(file)
    if (known) known.push(text)
    else this.lostIn.set(file, [text])
  }

  /** Compares a page with its source; reports losses that no line of the file names. */
  compare(file: string, source: Content, result: Content): void {
    const balance = balanceOf(source, result)
    addBalance(this.balance, balance)
    for (const text of unnamedLosses(balance, this.lostIn.get(file) ?? [])) {
      this.unnamed.push(`${file} ${text}`)
      this.lost(file, text)
    }
  }

  /** One line with the counts of converted constructs, and one with the balance. */
  get summary(): string {
    const listed = [...this.counts].map(([what, count]) => `${what} ${count}`)
    const mapped = listed.length === 0 ? '转换：没有需要转换的写法' : `转换：${listed.join('，')}`
    const balance = formatBalance(this.balance)
    return balance === null ? mapped : `${mapped}\n转换的${balance}`
  }
}
