"""`Session`: lints a project again and again while its files are edited; for editors, pages and programs.

```python
from clblint.session import Session

session = Session("deploy")  # a folder, like `cd deploy; clblint`
session.set_text("web.yaml", b"kind: Service ...")  # the unsaved text of an editor, instead of the file on disk
for finding in session.findings("web.yaml"):
    print(finding.place.span.line, finding.rule, finding.message)
session.set_text("pods.yaml", b"kind: Deployment ...")
dict(session.changed_findings())  # {"pods.yaml": (...), "web.yaml": (...)}: the open files whose findings have changed
session.close("web.yaml")  # the editor has closed it
session.reload("other.yaml")  # saved, created or deleted by something else; also `.clblint.yaml`
```

The findings of a file are those that `clblint` would report there if all unsaved texts were saved. After a change, a
session checks again only the file, the open files that depend on it, and the kustomizations that use it.
"""

from clblint.session.session import Session

__all__ = ["Session"]
