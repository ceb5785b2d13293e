"""Language server for editors, and the highlighting of notations in editors and documents."""
