(* Octal games: their nim-values, what these mean for play, and a checker of periods that is proved right.
   Coq 8.16, no axioms. *)

Require Import List NArith Lia Bool FMapPositive Wf_nat.
Import ListNotations.
Open Scope N_scope.

(* When k are taken from a heap, whether it may vanish, leave one heap, leave two. *)
Definition code := list (N * (bool * bool * bool)).

Inductive move (c : code) (n : N) : list N -> Prop :=
| move_none k o w : In (k, (true, o, w)) c -> 0 < k -> n = k -> move c n []
| move_one k z w a : In (k, (z, true, w)) c -> 0 < k -> 0 < a -> n = k + a -> move c n [a]
| move_two k z o a b : In (k, (z, o, true)) c -> 0 < a -> 0 < b -> n = k + a + b -> move c n [a; b].

Definition nim_sum (l : list N) := fold_right N.lxor 0 l.

(* The least number that is not in a set. *)
Definition is_mex (m : N) (S : N -> Prop) := ~ S m /\ forall x, x < m -> S x.

(* The nim-value of a heap is the least number that is not that of an option. *)
Definition reached (c : code) (G : N -> N) n v := exists hs, move c n hs /\ v = nim_sum (map G hs).
Definition nim_values (c : code) (G : N -> N) := forall n, is_mex (G n) (reached c G n).

(* Positions are lists of heaps. Whoever cannot move loses. *)
Inductive play (c : code) : list N -> list N -> Prop :=
| play_intro xs n ys hs : move c n hs -> play c (xs ++ n :: ys) (xs ++ hs ++ ys).

Inductive loses (c : code) : list N -> Prop :=
| loses_intro p : (forall q, play c p q -> wins c q) -> loses c p
with wins (c : code) : list N -> Prop :=
| wins_intro p q : play c p q -> loses c q -> wins c p.

(* What nim-values mean. *)

Lemma nim_sum_app a b : nim_sum (a ++ b) = N.lxor (nim_sum a) (nim_sum b).
Proof.
  induction a as [|x a IH]; cbn [app nim_sum fold_right].
  - rewrite N.lxor_0_l. reflexivity.
  - fold (nim_sum (a ++ b)). rewrite IH, N.lxor_assoc. reflexivity.
Qed.

Lemma bit_of_sum l b : N.testbit (nim_sum l) b = true -> exists x, In x l /\ N.testbit x b = true.
Proof.
  induction l as [|x l IH]; cbn [nim_sum fold_right].
  - rewrite N.bits_0. discriminate.
  - fold (nim_sum l). rewrite N.lxor_spec. destruct (N.testbit x b) eqn:E.
    + intros _. exists x. split; [left; reflexivity|exact E].
    + rewrite xorb_false_l. intros H. destruct (IH H) as [y [Hy Ey]]. exists y. split; [right; exact Hy|exact Ey].
Qed.

Lemma flipped x s : s <> 0 -> N.testbit x (N.log2 s) = true -> N.lxor x s < x.
Proof.
  intros Hs Hx. set (b := N.log2 s) in *. set (y := N.lxor x s).
  assert (Hy : N.testbit y b = false).
  { unfold y. rewrite N.lxor_spec, Hx. unfold b. rewrite N.bit_log2 by exact Hs. reflexivity. }
  assert (Hq : N.shiftr y (b + 1) = N.shiftr x (b + 1)).
  { apply N.bits_inj. intros i. rewrite !N.shiftr_spec by lia. unfold y. rewrite N.lxor_spec.
    rewrite (N.bits_above_log2 s) by (fold b; lia). apply xorb_false_r. }
  rewrite !N.shiftr_div_pow2, N.add_1_r, N.pow_succ_r' in Hq.
  rewrite <- !(N.mul_comm (2 ^ b) 2) in Hq. rewrite <- !N.div_div in Hq by (try apply N.pow_nonzero; lia).
  apply N.testbit_true in Hx. apply N.testbit_false in Hy.
  assert (P : 2 ^ b <> 0) by (apply N.pow_nonzero; lia).
  pose proof (N.div_mod x (2 ^ b) P) as Dx. pose proof (N.div_mod y (2 ^ b) P) as Dy.
  pose proof (N.mod_lt y (2 ^ b) P) as Ly.
  pose proof (N.div_mod (x / 2 ^ b) 2 ltac:(lia)) as Qx. pose proof (N.div_mod (y / 2 ^ b) 2 ltac:(lia)) as Qy.
  rewrite Hx in Qx. rewrite Hy in Qy. rewrite Hq in Qy.
  rewrite Qx in Dx. rewrite Qy in Dy. set (q := x / 2 ^ b / 2) in *.
  assert (E : 2 ^ b * (2 * q + 1) = 2 ^ b * (2 * q + 0) + 2 ^ b) by ring.
  rewrite E in Dx. clearbody y. clear - Dx Dy Ly.
  revert Dx Dy Ly. generalize (2 ^ b * (2 * q + 0)) (2 ^ b) (x mod 2 ^ b) (y mod 2 ^ b). intros. lia.
Qed.

Lemma improving l : nim_sum l <> 0 -> exists x, In x l /\ N.lxor x (nim_sum l) < x.
Proof.
  intros H. destruct (bit_of_sum l (N.log2 (nim_sum l)) (N.bit_log2 _ H)) as [x [Hx E]].
  exists x. split; [exact Hx|apply flipped; assumption].
Qed.

Definition weight (p : list N) := fold_right (fun n w => n * n + w) 0 p.

Lemma weight_app a b : weight (a ++ b) = weight a + weight b.
Proof. induction a as [|x a IH]; simpl; [reflexivity|rewrite IH; lia]. Qed.

Lemma move_lighter c n hs : move c n hs -> weight hs < n * n.
Proof. intros [k o w _ Hk ->|k z w a _ Hk Ha ->|k z o a b _ Ha Hb ->]; simpl; nia. Qed.

Lemma play_lighter c p q : play c p q -> weight q < weight p.
Proof.
  intros [xs n ys hs H]. apply move_lighter in H. rewrite !weight_app. simpl. lia.
Qed.

(* Sprague and Grundy: the player to move loses exactly if the nim-sum of the heaps' values is 0. *)
Theorem sprague_grundy c G : nim_values c G -> forall p, 
  (nim_sum (map G p) = 0 -> loses c p) /\ (nim_sum (map G p) <> 0 -> wins c p).
Proof.
  intros HG p. remember (N.to_nat (weight p)) as w eqn:E. revert p E.
  induction w as [w IH] using lt_wf_ind. intros p ->. split.
  - intros Z. constructor. intros q Hq. pose proof (play_lighter _ _ _ Hq) as L.
    apply (IH (N.to_nat (weight q)) ltac:(lia) q eq_refl).
    destruct Hq as [xs n ys hs Hm]. destruct (HG n) as [Hn _].
    rewrite !map_app, !nim_sum_app in *. simpl in Z. intros Z'. apply Hn. exists hs. split; [exact Hm|].
    rewrite <- Z in Z'. fold (nim_sum (map G ys)) in Z'.
    assert (C : forall a b d e, N.lxor a (N.lxor b d) = N.lxor a (N.lxor e d) -> b = e).
    { intros a b d e H. apply N.lxor_eq. apply N.lxor_eq_0_iff in H.
      rewrite <- H. apply N.bits_inj. intros i. rewrite !N.lxor_spec.
      destruct (N.testbit a i), (N.testbit b i), (N.testbit d i), (N.testbit e i); reflexivity. }
    symmetry. exact (C _ _ _ _ Z').
  - intros Z. destruct (improving _ Z) as [x [Hx Lx]]. apply in_map_iff in Hx. destruct Hx as [n [<- Hn]].
    destruct (HG n) as [_ Hm]. destruct (Hm _ Lx) as [hs [Hmove Hv]].
    apply in_split in Hn. destruct Hn as [xs [ys ->]].
    assert (Hq : play c (xs ++ n :: ys) (xs ++ hs ++ ys)) by (constructor; exact Hmove).
    apply (wins_intro c _ _ Hq). pose proof (play_lighter _ _ _ Hq) as L.
    apply (IH (N.to_nat (weight (xs ++ hs ++ ys))) ltac:(lia) _ eq_refl).
    rewrite !map_app, !nim_sum_app, <- Hv. rewrite map_app, nim_sum_app. simpl. fold (nim_sum (map G ys)).
    apply N.bits_inj. intros i. rewrite !N.lxor_spec, N.bits_0.
    destruct (N.testbit (nim_sum (map G xs)) i), (N.testbit (G n) i), (N.testbit (nim_sum (map G ys)) i); reflexivity.
Qed.

(* There is one function of nim-values at most. *)
Lemma move_less c n hs : move c n hs -> forall x, In x hs -> x < n \/ (exists k, x + k = n /\ 0 < k).
Proof.
  intros [k o w _ Hk ->|k z w a _ Hk Ha ->|k z o a b _ Ha Hb ->] x; simpl; [tauto| |]; intuition (subst; left; lia).
Qed.

Theorem one_function c G H : nim_values c G -> nim_values c H -> forall n, G n = H n.
Proof.
  intros HG HH n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  assert (S : forall v, reached c G n v <-> reached c H n v).
  { intros v. unfold reached. split; intros [hs [Hm ->]]; exists hs; split; try exact Hm; f_equal; apply map_ext_in;
      intros x Hx; destruct (move_less _ _ _ Hm x Hx) as [L|[k [E L]]]; [|symmetry| |symmetry]; try (symmetry; apply IH; lia); apply IH; lia. }
  destruct (HG n) as [Gn Gl], (HH n) as [Hn Hl].
  destruct (N.lt_trichotomy (G n) (H n)) as [L|[E|L]]; [|exact E|].
  - exfalso. apply Gn, S, Hl, L.
  - exfalso. apply Hn, S, Gl, L.
Qed.

(* What a period is: it holds from [from] on, no shorter one ever does, and it does not hold earlier. *)
Definition period (G : N -> N) (from p : N) :=
  0 < p /\ (forall n, from <= n -> G (n + p) = G n) /\
  (forall q m, 0 < q -> (forall n, m <= n -> G (n + q) = G n) -> p <= q) /\
  (forall m, (forall n, m <= n -> G (n + p) = G n) -> from <= m).

(* The checker. *)
Fixpoint splits (g : N -> N) (fuel : nat) (a b : N) : list N :=
  match fuel with O => [] | S fuel => N.lxor (g a) (g b) :: splits g fuel (N.succ a) (N.pred b) end.

Definition ends (g : N -> N) (n : N) (e : N * (bool * bool * bool)) : list N :=
  let '(k, (z, o, w)) := e in
  (if z && (0 <? k) && (n =? k) then [0] else []) ++
  (if o && (0 <? k) && (k <? n) then [g (n - k)] else []) ++
  (if w && (k <? n) then splits g (N.to_nat (n - k - 1)) 1 (n - k - 1) else []).

Definition options (c : code) g n := flat_map (ends g n) c.

Fixpoint range (from : N) (count : nat) : list N :=
  match count with O => [] | S count => from :: range (N.succ from) count end.

Definition mex_ok (m : N) (l : list N) :=
  negb (existsb (N.eqb m) l) && forallb (fun x => existsb (N.eqb x) l) (range 0 (N.to_nat m)).

Definition top (c : code) := fold_right (fun e m => N.max (fst e) m) 0 c.
Definition start from := N.max from 1.
Definition bound (c : code) from p := 2 * start from + p + top c.

Definition right (c : code) (g : N -> N) from p : bool :=
  let b := bound c from p in
  (0 <? p) &&
  forallb (fun n => mex_ok (g n) (options c g n)) (range 0 (N.to_nat (b + p))) &&
  forallb (fun n => g (n + p) =? g n) (range from (N.to_nat (b - from))) &&
  forallb (fun q => existsb (fun n => negb (g (n + q) =? g n)) (range (start from) (N.to_nat p))) (range 1 (N.to_nat (p - 1))) &&
  ((from =? 0) || negb (g (from - 1 + p) =? g (from - 1))).

(* Values in a table, and beyond it as the last period goes on. *)
Fixpoint store (l : list N) (next : positive) (t : PositiveMap.t N) :=
  match l with [] => t | v :: l => store l (Pos.succ next) (PositiveMap.add next v t) end.
Definition stored (t : PositiveMap.t N) n := match PositiveMap.find (N.succ_pos n) t with Some v => v | None => 0 end.
Definition extended (g : N -> N) size p n := if n <? size then g n else g (size - p + (n - size) mod p).

Lemma in_range x from count : In x (range from count) <-> from <= x < from + N.of_nat count.
Proof.
  revert from. induction count as [|count IH]; intros from; cbn [range In]; [lia|]. rewrite IH. lia.
Qed.

Lemma in_splits g fuel : forall a b v, (N.of_nat fuel <= b) ->
  In v (splits g fuel a b) <-> exists i, i < N.of_nat fuel /\ v = N.lxor (g (a + i)) (g (b - i)).
Proof.
  induction fuel as [|fuel IH]; intros a b v L; cbn [splits In].
  - split; [tauto|intros [i [Hi _]]; lia].
  - rewrite IH by lia. split.
    + intros [<-|[i [Hi ->]]].
      * exists 0. split; [lia|]. rewrite N.add_0_r, N.sub_0_r. reflexivity.
      * exists (i + 1). split; [lia|]. f_equal; f_equal; lia.
    + intros [i [Hi ->]]. destruct (N.eq_dec i 0) as [->|Hn].
      * left. rewrite N.add_0_r, N.sub_0_r. reflexivity.
      * right. exists (i - 1). split; [lia|]. f_equal; f_equal; lia.
Qed.

Lemma in_options c g n v : In v (options c g n) <-> reached c g n v.
Proof.
  unfold options. rewrite in_flat_map. split.
  - intros [[k [[z o] w]] [He Hv]]. unfold ends in Hv. rewrite !in_app_iff in Hv. destruct Hv as [Hv|[Hv|Hv]].
    + destruct z; [|destruct Hv]. destruct (N.ltb_spec 0 k) as [Hk|]; [|destruct Hv].
      destruct (N.eqb_spec n k) as [->|]; [|destruct Hv]. destruct Hv as [<-|[]].
      exists []. split; [eapply move_none; eauto|reflexivity].
    + destruct o; [|destruct Hv]. destruct (N.ltb_spec 0 k) as [Hk|]; [|destruct Hv].
      destruct (N.ltb_spec k n) as [Hn|]; [|destruct Hv]. destruct Hv as [<-|[]].
      exists [n - k]. split; [eapply move_one; eauto; lia|]. unfold nim_sum; cbn [map fold_right]; rewrite N.lxor_0_r. reflexivity.
    + destruct w; [|destruct Hv]. destruct (N.ltb_spec k n) as [Hn|]; [|destruct Hv].
      cbn [andb] in Hv. apply in_splits in Hv; [|lia]. destruct Hv as [i [Hi ->]].
      exists [1 + i; n - k - 1 - i]. split; [eapply move_two; eauto; lia|]. unfold nim_sum; cbn [map fold_right]; rewrite N.lxor_0_r. reflexivity.
  - intros [hs [Hm ->]]. destruct Hm as [k o w He Hk ->|k z w a He Hk Ha ->|k z o a b He Ha Hb ->].
    + exists (k, (true, o, w)). split; [exact He|]. unfold ends. rewrite !in_app_iff. left.
      replace (0 <? k) with true by (symmetry; apply N.ltb_lt; lia). rewrite N.eqb_refl. left. reflexivity.
    + exists (k, (z, true, w)). split; [exact He|]. unfold ends. rewrite !in_app_iff. right. left.
      replace (0 <? k) with true by (symmetry; apply N.ltb_lt; lia).
      replace (k <? k + a) with true by (symmetry; apply N.ltb_lt; lia).
      left. replace (k + a - k) with a by lia. unfold nim_sum; cbn [map fold_right]; rewrite N.lxor_0_r. reflexivity.
    + exists (k, (z, o, true)). split; [exact He|]. unfold ends. rewrite !in_app_iff. right. right.
      replace (k <? k + a + b) with true by (symmetry; apply N.ltb_lt; lia). cbn [andb].
      apply in_splits; [lia|]. exists (a - 1). split; [lia|]. unfold nim_sum; cbn [map fold_right]; rewrite N.lxor_0_r. f_equal; f_equal; lia.
Qed.

Lemma mex_ok_sound m l : mex_ok m l = true -> is_mex m (fun v => In v l).
Proof.
  unfold mex_ok. rewrite andb_true_iff, negb_true_iff, forallb_forall. intros [Hm Hl]. split.
  - intros Hi. rewrite <- not_true_iff_false in Hm. apply Hm. apply existsb_exists. exists m.
    split; [exact Hi|apply N.eqb_refl].
  - intros x Hx. assert (E : existsb (N.eqb x) l = true) by (apply Hl, in_range; lia).
    apply existsb_exists in E. destruct E as [y [Hy E]]. apply N.eqb_eq in E. subst. exact Hy.
Qed.

Lemma top_bound c k d : In (k, d) c -> k <= top c.
Proof.
  induction c as [|[j e] c IH]; [intros []|]. cbn [top fold_right fst]. fold (top c).
  intros [E|H]; [injection E as -> ->; lia|specialize (IH H); lia].
Qed.

Lemma is_mex_iff m S T : (forall v, S v <-> T v) -> is_mex m S -> is_mex m T.
Proof. intros E [Hm Hl]. split; [rewrite <- E; exact Hm|intros x Hx; apply E, Hl, Hx]. Qed.

Section Right.
  Variables (c : code) (g : N -> N) (from p : N).
  Hypothesis R : right c g from p = true.

  Let size := bound c from p + p.
  Let G := extended g size p.

  Lemma parts :
    0 < p /\ (forall n, n < size -> is_mex (g n) (reached c g n)) /\
    (forall n, from <= n < bound c from p -> g (n + p) = g n) /\
    (forall q, 0 < q < p -> exists n, start from <= n < start from + p /\ g (n + q) <> g n) /\
    (from = 0 \/ g (from - 1 + p) <> g (from - 1)).
  Proof.
    unfold right in R. rewrite !andb_true_iff, !forallb_forall in R.
    destruct R as [[[[Hp Hm] Hs] Hq] Hf]. apply N.ltb_lt in Hp.
    assert (B : from < bound c from p) by (unfold bound, start; lia).
    repeat split.
    - exact Hp.
    - apply (is_mex_iff _ _ _ (in_options c g n)), mex_ok_sound, Hm, in_range. unfold size in *. lia.
    - apply (is_mex_iff _ _ _ (in_options c g n)), mex_ok_sound, Hm, in_range. unfold size in *. lia.
    - intros n Hn. apply N.eqb_eq, Hs, in_range. lia.
    - intros q Hq'. assert (E : existsb (fun n => negb (g (n + q) =? g n)) (range (start from) (N.to_nat p)) = true)
        by (apply Hq, in_range; lia).
      apply existsb_exists in E. destruct E as [n [Hn E]]. apply in_range in Hn. exists n. split; [lia|].
      apply negb_true_iff, N.eqb_neq in E. exact E.
    - apply orb_true_iff in Hf. destruct Hf as [Hf|Hf]; [left; apply N.eqb_eq, Hf|right].
      apply negb_true_iff, N.eqb_neq in Hf. exact Hf.
  Qed.

  Lemma below n : n < size -> G n = g n.
  Proof. intros H. unfold G, extended. apply N.ltb_lt in H. rewrite H. reflexivity. Qed.

  Lemma repeats n : from <= n -> G (n + p) = G n.
  Proof.
    intros Hn. destruct parts as [Hp [_ [Hs _]]].
    destruct (N.lt_ge_cases (n + p) size) as [L|L].
    - rewrite !below by lia. apply Hs. unfold size in L. lia.
    - unfold G at 1. unfold extended. replace (n + p <? size) with false by (symmetry; apply N.ltb_ge; exact L).
      destruct (N.lt_ge_cases n size) as [M|M].
      + rewrite below by exact M. f_equal. rewrite N.mod_small by lia. unfold size in *. lia.
      + unfold G, extended. replace (n <? size) with false by (symmetry; apply N.ltb_ge; exact M). f_equal. f_equal.
        replace (n + p - size) with (n - size + 1 * p) by lia. apply N.mod_add. lia.
  Qed.

  Lemma larger : forall a b, a <= b \/ b <= a.
  Proof. intros. lia. Qed.

  Lemma same_options n v : bound c from p <= n -> reached c G (n + p) v <-> reached c G n v.
  Proof.
    intros Hn. unfold bound in Hn. destruct parts as [Hp _].
    assert (S1 : 1 <= start from) by (unfold start; lia). assert (S2 : from <= start from) by (unfold start; lia).
    assert (D : forall x, start from + p <= x -> G (x - p) = G x).
    { intros x Hx. rewrite <- (repeats (x - p)) by lia. f_equal. lia. }
    split; intros [hs [Hm ->]].
    - inversion Hm as [k o w He Hk E|k z w a He Hk Ha E|k z o a b He Ha Hb E]; subst hs; pose proof (top_bound _ _ _ He).
      + lia.
      + exists [a - p]. split; [eapply move_one; eauto; lia|]. cbn. rewrite D by lia. reflexivity.
      + destruct (larger a b).
        * exists [a; b - p]. split; [eapply move_two; eauto; lia|]. cbn. rewrite D by lia. reflexivity.
        * exists [a - p; b]. split; [eapply move_two; eauto; lia|]. cbn. rewrite D by lia. reflexivity.
    - inversion Hm as [k o w He Hk E|k z w a He Hk Ha E|k z o a b He Ha Hb E]; subst hs; pose proof (top_bound _ _ _ He).
      + lia.
      + exists [a + p]. split; [eapply move_one; eauto; lia|]. cbn. rewrite repeats by lia. reflexivity.
      + destruct (larger a b).
        * exists [a; b + p]. split; [eapply move_two; eauto; lia|]. cbn. rewrite repeats by lia. reflexivity.
        * exists [a + p; b]. split; [eapply move_two; eauto; lia|]. cbn. rewrite repeats by lia. reflexivity.
  Qed.

  Theorem values_right : nim_values c G.
  Proof.
    destruct parts as [Hp [Hm _]]. intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
    destruct (N.lt_ge_cases n size) as [L|L].
    - rewrite below by exact L. apply (is_mex_iff _ (reached c g n)); [|apply Hm, L].
      intros v. unfold reached. split; intros [hs [Hmove ->]]; exists hs; split; try exact Hmove; f_equal;
        apply map_ext_in; intros x Hx; destruct (move_less _ _ _ Hmove x Hx) as [E|[k [E _]]];
        first [apply below; lia|symmetry; apply below; lia].
    - replace n with (n - p + p) by (unfold size in L; lia).
      assert (B : bound c from p <= n - p) by (unfold size in L; lia).
      rewrite repeats by (unfold bound, start in B; lia).
      apply (is_mex_iff _ (reached c G (n - p))); [intros v; symmetry; apply same_options, B|].
      apply IH. unfold size in L. lia.
  Qed.

  Theorem period_right : period G from p.
  Proof.
    destruct parts as [Hp [_ [_ [Hq Hf]]]].
    assert (Far : forall j n, from <= n -> G (n + j * p) = G n).
    { intros j. induction j as [|j IH] using N.peano_ind; intros n Hn; [f_equal; lia|].
      replace (n + N.succ j * p) with (n + p + j * p) by lia. rewrite IH by lia. apply repeats, Hn. }
    assert (S2 : from <= start from) by (unfold start; lia).
    repeat split; [exact Hp|exact repeats| |].
    - intros q m Hq0 H. destruct (N.lt_ge_cases q p) as [L|L]; [|exact L]. exfalso.
      destruct (Hq q) as [n [Hn Ne]]; [lia|]. apply Ne.
      assert (E : G (n + q) = G n).
      { rewrite <- (Far m (n + q)) by lia. rewrite <- (Far m n) by lia.
        replace (n + q + m * p) with (n + m * p + q) by lia. apply H. nia. }
      rewrite !below in E; [exact E| |]; unfold size, bound; lia.
    - intros m H. destruct (N.lt_ge_cases m from) as [L|L]; [|exact L]. exfalso.
      destruct Hf as [->|Hf]; [lia|]. apply Hf.
      assert (E : G (from - 1 + p) = G (from - 1)) by (apply H; lia).
      rewrite !below in E; [exact E| |]; unfold size, bound, start; lia.
  Qed.
End Right.

(* What the checker accepts is true: there are nim-values, and they have this period. *)
Theorem right_sound c g from p : right c g from p = true ->
  exists G, nim_values c G /\ (forall H, nim_values c H -> forall n, H n = G n) /\ period G from p.
Proof.
  intros R. exists (extended g (bound c from p + p) p).
  split; [apply values_right with (from := from), R|]. split; [|apply period_right, R].
  intros H HH n. apply (one_function c); [exact HH|apply values_right with (from := from), R].
Qed.
