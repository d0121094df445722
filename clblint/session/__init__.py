"""`Session`: lints a project again and again while its files are edited; for editors, pages and programs.

```python
from clblint.session import Session

session = Session("deploy")  # a folder, like `cd deploy; clblint`
session.lay("web.yaml", b"kind: Service ...")  # the unsaved text of an editor, in place of what is on disk
for finding in session.findings("web.yaml"):
    print(finding.place.span.line, finding.rule, finding.message)
session.lay("pods.yaml", b"kind: Deployment ...")
session.news()  # {"pods.yaml": (...), "web.yaml": (...)}: the laid files whose findings have changed
session.lift("web.yaml")  # the editor has closed it
session.touch("other.yaml")  # saved, made or deleted by something else; also `.clblint.yaml`
```

The findings of a file are those that `clblint` would report there if all laid texts were saved. A change costs what it
touches: the file, the laid ones that depend on it, and the kustomizations that use it.
"""

from clblint.session.session import Session

__all__ = ["Session"]
