class InsufficientFunds(Exception):
    def __init__(self, need, have):
        super().__init__(f"余额不足：需要 {need:.2f}，只有 {have:.2f}")
        self.need, self.have = need, have

class Account:
    count = 0
    def __init__(self, owner, balance=0.0):
        self.owner, self._balance = owner, balance
        self.history = []
        Account.count += 1
    @property
    def balance(self):
        return self._balance
    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("金额必须大于 0")
        self._balance += amount
        self.history.append(('存', amount))
    def withdraw(self, amount):
        if amount > self._balance:
            raise InsufficientFunds(amount, self._balance)
        self._balance -= amount
        self.history.append(('取', amount))
    def __repr__(self):
        return f"Account({self.owner!r}, {self._balance:.2f})"

a = Account('张三', 100)
a.deposit(50.5)
for act in (lambda: a.withdraw(500), lambda: a.deposit(-1), lambda: a.withdraw(20)):
    try:
        act()
        print('成功', a.balance)
    except (InsufficientFunds, ValueError) as error:
        print(type(error).__name__, error)
print(a, a.history, Account.count)
try:
    a.balance = 3
except AttributeError as e:
    print('只读')
