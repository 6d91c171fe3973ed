class Account { private static next = 100; readonly id: number; constructor(public owner: string, protected balance = 0, private readonly rate: number = 0.05) { this.id = Account.next++ } deposit(n: number): void { this.balance += n } interest(): number { return this.balance * this.rate } }
class Vip extends Account { constructor(owner: string, public level: number) { super(owner, 1000); } override interest(): number { return super.interest() * this.level } show() { return `${this.owner} ${this.balance}` } }
const a = new Account('张三'); a.deposit(200); const v = new Vip('李四', 3)
console.log(a, a.interest(), v, v.interest(), v.show(), v instanceof Account)
